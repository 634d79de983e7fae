//! Objects: programs that were compiled apart, and what linking makes of them.
//!
//! An object is one of `clCompileProgram`'s results or a library that was made of several. Linking happens in the IR
//! ([`ferrocl_ir::link`]), so that the code of all objects is optimised as one.

use std::sync::Arc;

use ferrocl_codegen::Target;
use ferrocl_ir::link::{self, Unit};
use ferrocl_ir::verify;
use ferrocl_syntax::options::BuildOptions;

use crate::Program;

/// A program without everything that it needs, to be linked with others.
#[derive(Debug, Clone)]
pub struct Object {
    pub(crate) unit: Unit,
    /// What of the options matters after compiling.
    pub(crate) options: BuildOptions,
}

impl Object {
    /// Joins objects to a library. What does not fit is told in lines, one a fault.
    pub fn library(objects: &[Arc<Object>]) -> Result<Object, String> {
        let units: Vec<&Unit> = objects.iter().map(|object| &object.unit).collect();
        let unit = link::join(&units).map_err(|errors| log(&errors))?;
        Ok(Object { unit, options: common_options(objects) })
    }
    /// Links objects to a program for a CPU. What does not fit is told in lines, one a fault.
    pub fn link(target: &Target, objects: &[Arc<Object>]) -> Result<Arc<Program>, String> {
        let units: Vec<&Unit> = objects.iter().map(|object| &object.unit).collect();
        let module = link::link(&units).map_err(|errors| log(&errors))?;
        // Every object was verified, so this only fails by a fault of the linker.
        let info = verify(&module).map_err(|errors| log(&errors))?;
        Ok(Arc::new(Program::new(target.clone(), module, info, common_options(objects), None)))
    }
    /// Bytes of its variables in the global address space.
    pub fn global_bytes(&self) -> u64 {
        crate::program::global_bytes(&self.unit.module)
    }
}

fn log(errors: &[impl std::fmt::Display]) -> String {
    errors.iter().map(|error| format!("error: {error}\n")).collect()
}

/// The options that hold for a program of several objects: those that allow something hold where any object was compiled
/// with them, those that promise something of launches where all were.
fn common_options(objects: &[Arc<Object>]) -> BuildOptions {
    let all = || objects.iter().map(|object| &object.options);
    let defaults = BuildOptions::default();
    BuildOptions {
        standard: all().map(|o| o.standard).max().unwrap_or(defaults.standard),
        uniform_work_group_size: !objects.is_empty() && all().all(|o| o.uniform_work_group_size),
        optimisation_disabled: all().any(|o| o.optimisation_disabled),
        kernel_arg_info: all().any(|o| o.kernel_arg_info),
        ..defaults
    }
}
