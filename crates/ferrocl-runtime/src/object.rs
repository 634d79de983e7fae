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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Argument, Binary, Buffer, Build, Device, HeaderIncludes, Launch};

    fn compile(source: &str, headers: &[(&str, &str)]) -> Arc<Object> {
        let headers =
            headers.iter().map(|&(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect();
        let build = Build::object(
            &Target::host(),
            "a.cl",
            source.as_bytes(),
            "-cl-std=CL3.0",
            &mut HeaderIncludes { headers },
        );
        build.compiled_object().unwrap_or_else(|| panic!("{}", build.log()))
    }

    /// What the kernel `k` of a program leaves in four numbers that are 0 before.
    fn run(program: &Arc<Program>) -> Vec<u8> {
        let buffer = Arc::new(Buffer::new(16).expect("there is memory"));
        buffer.write(0, &[0; 16]).expect("it fits");
        let kernel = program.kernel("k").expect("it is there");
        let argument = Argument::Buffer { buffer: buffer.clone(), offset: 0 };
        Device::with_target(Some(1), Target::host())
            .unwrap()
            .launch(&kernel, &[argument], &Launch::new(1, [4, 1, 1]))
            .unwrap_or_else(|error| panic!("{error}"));
        buffer.to_vec().chunks(4).map(|number| number[0]).collect()
    }

    const HEADER: &str = "typedef struct { int a; int b[3]; } triple;\n\
        triple make(int a);\n\
        int sum(triple t, int more);\n\
        int __attribute__((overloadable)) twice(int a);\n\
        float __attribute__((overloadable)) twice(float a);\n\
        extern constant int table[];\n\
        extern global int counter;\n";
    const USER: &str = "#include <lib/all.h>\n\
        kernel void k(global int *p) {\n\
          int i = get_global_id(0);\n\
          triple t = make(i);\n\
          p[i] = sum(t, t.a) + t.a + table[1] + twice(i) + (int)twice(0.5f) + counter;\n\
        }\n";
    // Both have a `static` function of one name, and `sum` changes its copy of the caller's struct.
    const MAKER: &str = "#include \"all.h\"\n\
        static int helper(int x) { return x + 1; }\n\
        constant int table[] = {10, 20};\n\
        global int counter = 3;\n\
        triple make(int a) { triple t = {a, {helper(a), 0, 1}}; return t; }\n";
    const SUMMER: &str = "#include \"lib/all.h\"\n\
        static int helper(int x) { return x * 2; }\n\
        int sum(triple t, int more) { t.a = helper(t.b[0]); return t.a + t.b[2] + more; }\n\
        int __attribute__((overloadable)) twice(int a) { return helper(a); }\n\
        float __attribute__((overloadable)) twice(float a) { return a * 2; }\n";

    fn objects() -> [Arc<Object>; 3] {
        [
            compile(USER, &[("lib/all.h", HEADER)]),
            compile(MAKER, &[("all.h", HEADER)]),
            compile(SUMMER, &[("lib/all.h", "#include \"part.h\""), ("lib/part.h", HEADER)]),
        ]
    }
    /// For `i`: helper(i + 1) + 1 + i, i, 20, 2 i, 1 and 3.
    const EXPECTED: [u8; 4] = [27, 33, 39, 45];

    #[test]
    fn objects_become_a_program() {
        let program = Object::link(&Target::host(), &objects()).unwrap_or_else(|log| panic!("{log}"));
        assert_eq!(run(&program), EXPECTED);
        assert_eq!(program.global_bytes(), 4);
    }

    #[test]
    fn libraries_go_through_binaries() {
        let device = Device::with_target(Some(1), Target::host()).unwrap();
        let again = |binary: Binary| {
            let bytes = binary.encode(device.target());
            Binary::decode(&bytes, device.target()).expect("it was just written")
        };
        let [user, maker, summer] = objects();
        let library = Object::library(&[maker, summer]).unwrap_or_else(|log| panic!("{log}"));
        let Binary::Library(library) = again(Binary::Library(Arc::new(library))) else {
            panic!("it is a library")
        };
        let Binary::Object(user) = again(Binary::Object(user)) else { panic!("it is an object") };
        let program = Object::link(&Target::host(), &[user, library]).unwrap_or_else(|log| panic!("{log}"));
        assert_eq!(run(&program), EXPECTED);
        let Binary::Executable(program) = again(Binary::Executable(program)) else {
            panic!("it is a program")
        };
        assert_eq!(run(&program), EXPECTED);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let [user, maker, _] = objects();
        let log = Object::link(&Target::host(), &[user.clone(), maker.clone()])
            .err()
            .expect("functions are missing");
        assert!(
            log.contains("`sum` is used by `k` in input program 1, and no input program defines it"),
            "{log}"
        );
        assert!(log.contains("`twice(int)`") && log.contains("`twice(float)`"), "{log}");
        let log = Object::library(&[maker.clone(), maker]).expect_err("it is there twice");
        assert!(log.contains("`make` is defined in input program 1 and again in input program 2"), "{log}");
        let other = compile("float sum(int a) { return a; }", &[]);
        let log = Object::link(&Target::host(), &[user, other]).err().expect("it is declared otherwise");
        assert!(log.contains("`sum` is declared in input program 1 otherwise"), "{log}");
    }
}
