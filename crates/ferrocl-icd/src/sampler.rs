//! Samplers: how kernels read images.

use std::ffi::c_void;
use std::sync::Arc;

use ferrocl_runtime::ir::image::sampler;

use crate::bindings::*;
use crate::buffer::property_list;
use crate::context::Context;
use crate::entry::entry;
use crate::handle::{self, Handle, Object};
use crate::info::Answer;
use crate::raw;
use crate::status::{Result, Status};

/// A sampler.
pub(crate) struct Sampler {
    handle: Handle<Sampler>,
    pub(crate) context: Arc<Context>,
    pub(crate) settings: Settings,
    /// As they were given, with the zero at the end; empty where none were.
    properties: Vec<cl_sampler_properties>,
}

/// What a sampler does with coordinates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) normalized_coords: bool,
    pub(crate) addressing_mode: cl_addressing_mode,
    pub(crate) filter_mode: cl_filter_mode,
}

impl Object for Sampler {
    type Raw = _cl_sampler;
    const INVALID: Status = Status::INVALID_SAMPLER;
    fn handle(&self) -> &Handle<Sampler> {
        &self.handle
    }
}

impl Settings {
    /// The values where none are given: "The default value ... is CL_TRUE", "CL_ADDRESS_CLAMP", "CL_FILTER_NEAREST".
    const DEFAULT: Settings = Settings {
        normalized_coords: true,
        addressing_mode: CL_ADDRESS_CLAMP,
        filter_mode: CL_FILTER_NEAREST,
    };
    /// The number that kernels know a sampler by.
    pub(crate) fn number(&self) -> u32 {
        let address = match self.addressing_mode {
            CL_ADDRESS_CLAMP_TO_EDGE => sampler::ADDRESS_CLAMP_TO_EDGE,
            CL_ADDRESS_CLAMP => sampler::ADDRESS_CLAMP,
            CL_ADDRESS_REPEAT => sampler::ADDRESS_REPEAT,
            CL_ADDRESS_MIRRORED_REPEAT => sampler::ADDRESS_MIRRORED_REPEAT,
            _ => sampler::ADDRESS_NONE,
        };
        let filter = match self.filter_mode {
            CL_FILTER_LINEAR => sampler::FILTER_LINEAR,
            _ => sampler::FILTER_NEAREST,
        };
        let coordinates = if self.normalized_coords { sampler::NORMALIZED_COORDS } else { 0 };
        address | filter | coordinates
    }
    /// Sets one of them. "CL_INVALID_VALUE if the property name in sampler_properties is not a supported property name, if the value
    /// specified for a supported property name is not valid".
    fn set(&mut self, name: cl_sampler_properties, value: cl_sampler_properties) -> Result<()> {
        let value = u32::try_from(value).map_err(|_| Status::INVALID_VALUE)?;
        match (u32::try_from(name), value) {
            (Ok(CL_SAMPLER_NORMALIZED_COORDS), 0 | 1) => self.normalized_coords = value != 0,
            (
                Ok(CL_SAMPLER_ADDRESSING_MODE),
                CL_ADDRESS_NONE
                | CL_ADDRESS_CLAMP_TO_EDGE
                | CL_ADDRESS_CLAMP
                | CL_ADDRESS_REPEAT
                | CL_ADDRESS_MIRRORED_REPEAT,
            ) => self.addressing_mode = value,
            (Ok(CL_SAMPLER_FILTER_MODE), CL_FILTER_NEAREST | CL_FILTER_LINEAR) => self.filter_mode = value,
            _ => return Err(Status::INVALID_VALUE),
        }
        Ok(())
    }
}

impl Sampler {
    fn publish(
        context: Arc<Context>,
        settings: Settings,
        properties: Vec<cl_sampler_properties>,
    ) -> cl_sampler {
        handle::publish(Arc::new(Sampler { handle: Handle::new(), context, settings, properties }))
    }
}

entry! {
    /// API specification, "Creating Sampler Objects", `clCreateSamplerWithProperties`.
    fn clCreateSamplerWithProperties(
        context: cl_context,
        sampler_properties: *const cl_sampler_properties,
    ) -> cl_sampler {
        let context = handle::get::<Context>(context)?;
        // SAFETY: a list of properties, as the call asks.
        let given = unsafe { raw::properties(sampler_properties) };
        let mut settings = Settings::DEFAULT;
        for (index, &(name, value)) in given.iter().enumerate() {
            // "or if the same property name is specified more than once."
            if given[..index].iter().any(|&(earlier, _)| earlier == name) {
                return Err(Status::INVALID_VALUE);
            }
            settings.set(name, value)?;
        }
        Ok(Sampler::publish(context, settings, property_list(sampler_properties, &given)))
    }
}

entry! {
    /// API specification, "Creating Sampler Objects", `clCreateSampler`.
    fn clCreateSampler(
        context: cl_context,
        normalized_coords: cl_bool,
        addressing_mode: cl_addressing_mode,
        filter_mode: cl_filter_mode,
    ) -> cl_sampler {
        let context = handle::get::<Context>(context)?;
        // "CL_INVALID_VALUE if addressing_mode, filter_mode, normalized_coords or a combination of these arguments are not valid."
        let mut settings = Settings::DEFAULT;
        settings.set(CL_SAMPLER_NORMALIZED_COORDS.into(), normalized_coords.into())?;
        settings.set(CL_SAMPLER_ADDRESSING_MODE.into(), addressing_mode.into())?;
        settings.set(CL_SAMPLER_FILTER_MODE.into(), filter_mode.into())?;
        // The combination that is not: repeating "can only be used with normalized coordinates" (OpenCL C specification, "Samplers").
        if matches!(addressing_mode, CL_ADDRESS_REPEAT | CL_ADDRESS_MIRRORED_REPEAT) && normalized_coords == 0 {
            return Err(Status::INVALID_VALUE);
        }
        Ok(Sampler::publish(context, settings, Vec::new()))
    }
}

entry! {
    /// API specification, "Creating Sampler Objects", `clRetainSampler`.
    fn clRetainSampler(sampler: cl_sampler) {
        handle::retain::<Sampler>(sampler)
    }
}

entry! {
    /// API specification, "Creating Sampler Objects", `clReleaseSampler`.
    fn clReleaseSampler(sampler: cl_sampler) {
        handle::release::<Sampler>(sampler)
    }
}

entry! {
    /// API specification, "Sampler Object Queries", `clGetSamplerInfo`.
    fn clGetSamplerInfo(
        sampler: cl_sampler,
        param_name: cl_sampler_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let sampler = handle::get::<Sampler>(sampler)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_SAMPLER_REFERENCE_COUNT => answer.value(sampler.handle.references()),
            CL_SAMPLER_CONTEXT => answer.value(sampler.context.raw()),
            CL_SAMPLER_NORMALIZED_COORDS => answer.boolean(sampler.settings.normalized_coords),
            CL_SAMPLER_ADDRESSING_MODE => answer.value(sampler.settings.addressing_mode),
            CL_SAMPLER_FILTER_MODE => answer.value(sampler.settings.filter_mode),
            CL_SAMPLER_PROPERTIES => answer.slice(&sampler.properties),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}
