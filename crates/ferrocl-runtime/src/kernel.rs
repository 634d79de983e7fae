//! Kernels and what can be given to their parameters.

use std::sync::{Arc, Mutex};

use ferrocl_ir::image::{ImageAccess, ImageKind, ParameterObject};
use ferrocl_ir::{AddressSpace, Function, FunctionId, Op, Parameter, Value, ValueType, WorkItemQuery};
use smallvec::SmallVec;

use crate::memory::image::Image;
use crate::native::Recent;
use crate::{Buffer, Error, Program, limits};

/// A kernel of a program.
#[derive(Clone)]
pub struct Kernel {
    pub(crate) program: Arc<Program>,
    pub(crate) function: FunctionId,
    sees_groups: bool,
    /// What [`limits`] holds against a launch: bytes of its arrays and structs in private memory.
    pub(crate) array_bytes: u64,
    /// Whether it can reach global memory by pointers that are not among its arguments.
    pub(crate) loads_pointers: bool,
    /// What was decided about the launch before: most launches are like it.
    pub(crate) recent: Arc<Mutex<Option<Recent>>>,
}

/// The arguments of a launch; those of most are few enough to need no memory of their own.
pub type Arguments = SmallVec<[Argument; 4]>;

/// What a parameter gets.
#[derive(Clone)]
pub enum Argument {
    /// A scalar, vector or struct, as its bytes in memory (a 3-vector has the size of four components).
    Bytes(SmallVec<[u8; 16]>),
    /// A pointer to global or constant memory.
    Buffer {
        /// What it points into.
        buffer: Arc<Buffer>,
        /// How far into it, in bytes.
        offset: usize,
    },
    /// A pointer to local memory of so many bytes.
    Local(usize),
    /// A pointer to global or constant memory as an address: of shared virtual memory, or of any other memory that the program has. That
    /// it is valid where the kernel uses it is the caller's responsibility.
    Address(usize),
    /// An image.
    Image(Image),
    /// A null pointer.
    Null,
}

/// What a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    /// A scalar, vector or struct of so many bytes.
    Value(u64),
    /// A pointer to global memory.
    Global,
    /// A pointer to constant memory.
    Constant,
    /// A pointer to local memory.
    Local,
    /// An image of this kind, to be accessed like this.
    Image(ImageKind, ImageAccess),
    /// A sampler, as the four bytes of a number of `ferrocl_ir::image::sampler`.
    Sampler,
}

impl ParameterKind {
    /// What a kernel's parameter takes.
    pub fn of(parameter: &Parameter) -> ParameterKind {
        match parameter.object {
            Some(ParameterObject::Image(kind, access)) => return ParameterKind::Image(kind, access),
            Some(ParameterObject::Sampler) => return ParameterKind::Sampler,
            None => {}
        }
        match (parameter.aggregate, parameter.ty) {
            (Some((size, _)), _) => ParameterKind::Value(size),
            (None, ValueType::Pointer(AddressSpace::Local)) => ParameterKind::Local,
            (None, ValueType::Pointer(AddressSpace::Constant)) => ParameterKind::Constant,
            (None, ValueType::Pointer(_)) => ParameterKind::Global,
            (None, ty) => ParameterKind::Value(ty.size().into()),
        }
    }
}

impl Kernel {
    pub(crate) fn new(program: Arc<Program>, function: FunctionId) -> Kernel {
        let sees_groups = sees_groups(&program, function);
        let array_bytes = limits::array_bytes(&program, function);
        let loads_pointers = loads_pointers(&program, function);
        Kernel { program, function, sees_groups, array_bytes, loads_pointers, recent: Arc::default() }
    }
    pub(crate) fn definition(&self) -> &Function {
        self.program.function(self.function)
    }
    /// Its name.
    pub fn name(&self) -> &str {
        &self.definition().name
    }
    /// Its parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.definition().parameters
    }
    /// The program that it belongs to.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }
    /// What `__attribute__((reqd_work_group_size(x, y, z)))` asks for.
    pub fn required_work_group_size(&self) -> Option<[u64; 3]> {
        self.definition().kernel.as_ref().and_then(|kernel| kernel.required_work_group_size)
    }
    /// Whether it can tell how its work-items are grouped: it has barriers or local memory, or asks for its place in the group.
    pub fn sees_groups(&self) -> bool {
        self.sees_groups
    }
    /// Whether it depends on how its work-groups are divided into sub-groups.
    pub fn uses_sub_groups(&self) -> bool {
        self.program.info.functions[self.function].uses_sub_groups
    }
    /// Whether it has local memory: variables, or what pointer arguments point to.
    pub(crate) fn has_local_memory(&self) -> bool {
        let facts = &self.program.info.functions[self.function];
        let takes_local = |p: &Parameter| p.ty == ValueType::Pointer(AddressSpace::Local);
        facts.uses_local_variables || facts.local_size > 0 || self.parameters().iter().any(takes_local)
    }
    /// Its attributes as the source has them, separated by spaces.
    pub fn attributes(&self) -> &str {
        self.definition().kernel.as_ref().map_or("", |kernel| &kernel.attributes)
    }
    /// Bytes of local memory for the variables that it and the functions that it calls declare.
    pub fn local_bytes(&self) -> u64 {
        self.program.info.functions[self.function].local_size
    }
    /// Bytes of private memory of a work-item, for the variables that it and the functions that it calls declare.
    pub fn private_bytes(&self) -> u64 {
        let functions = reached(&self.program, self.function).into_iter();
        let slots = functions.flat_map(|id| self.program.function(id).slots.iter());
        slots.map(|slot| slot.ty.size()).sum()
    }
    /// Checks that arguments fit the parameters.
    pub(crate) fn check(&self, arguments: &[Argument]) -> Result<(), Error> {
        let parameters = self.parameters();
        if parameters.len() != arguments.len() {
            return Err(Error::ArgumentCount { expected: parameters.len(), given: arguments.len() });
        }
        for (index, (parameter, argument)) in parameters.iter().zip(arguments).enumerate() {
            if let Some(problem) = problem(parameter, argument) {
                return Err(Error::Argument { index, parameter: parameter.name.clone(), problem });
            }
        }
        Ok(())
    }
}

/// Why an argument does not fit.
fn problem(parameter: &Parameter, argument: &Argument) -> Option<String> {
    let wanted = match ParameterKind::of(parameter) {
        ParameterKind::Value(size) => Some(size),
        ParameterKind::Sampler => Some(4),
        ParameterKind::Image(kind, _) => {
            return (!matches!(argument, Argument::Image(_)))
                .then(|| format!("it is an image (`{}`), and something else is given", kind.name()));
        }
        ParameterKind::Global | ParameterKind::Constant | ParameterKind::Local => None,
    };
    match (wanted, argument) {
        (Some(size), Argument::Bytes(bytes)) if bytes.len() as u64 == size => None,
        (Some(size), Argument::Bytes(bytes)) => {
            Some(format!("it is a `{}` of {size} bytes, but {} are given", parameter.type_name, bytes.len()))
        }
        (Some(_), _) => Some(format!("it is a `{}`, but a pointer is given", parameter.type_name)),
        (None, Argument::Bytes(_)) => {
            Some(format!("it is a `{}`, but a plain value is given", parameter.type_name))
        }
        (None, Argument::Null) => None,
        (None, Argument::Image(_)) => {
            Some(format!("it is a `{}`, but an image is given", parameter.type_name))
        }
        (None, Argument::Address(_)) => (parameter.ty == ValueType::Pointer(AddressSpace::Local))
            .then(|| "it points to local memory, which takes a size and no address".to_owned()),
        (None, Argument::Local(size)) => match parameter.ty {
            ValueType::Pointer(AddressSpace::Local) if *size > 0 => None,
            ValueType::Pointer(AddressSpace::Local) => {
                Some("local memory of 0 bytes cannot be had".to_owned())
            }
            _ => Some(format!("it is a `{}`, not a pointer to local memory", parameter.type_name)),
        },
        (None, Argument::Buffer { buffer, offset }) => match parameter.ty {
            ValueType::Pointer(AddressSpace::Local) => {
                Some("it points to local memory, which takes a size and no buffer".to_owned())
            }
            _ if *offset > buffer.len() => {
                Some(format!("the offset {offset} is past the end of a buffer of {} bytes", buffer.len()))
            }
            _ => None,
        },
    }
}

/// Whether a function, or one that it calls, can tell how work-items are grouped.
fn sees_groups(program: &Program, kernel: FunctionId) -> bool {
    let facts = &program.info.functions[kernel];
    if facts.has_barrier || facts.uses_local_variables || facts.uses_sub_groups {
        return true;
    }
    let asks = |function: &Function| {
        function.values.iter().any(|value| {
            matches!(
                value.op,
                Op::WorkItem(
                    WorkItemQuery::LocalSize
                        | WorkItemQuery::EnqueuedLocalSize
                        | WorkItemQuery::LocalId
                        | WorkItemQuery::NumGroups
                        | WorkItemQuery::GroupId,
                    _
                )
            )
        }) || function
            .parameters
            .iter()
            .any(|p| p.ty == ValueType::Pointer(AddressSpace::Local) && function.kernel.is_some())
    };
    reached(program, kernel).into_iter().any(|id| asks(program.function(id)))
}

/// The functions of the library that access an image's elements.
const IMAGE_ACCESSES: [&str; 2] = ["__ferrocl_image_load", "__ferrocl_image_store"];

/// Whether a function, or one that it calls, gets pointers to global memory from somewhere else than its arguments: out of memory, or
/// made of integers.
fn loads_pointers(program: &Program, kernel: FunctionId) -> bool {
    let is_new = |value: &Value| match value.op {
        Op::IntegerToPointer(_) => true,
        Op::Load { .. } | Op::AtomicLoad { .. } => matches!(
            value.ty,
            ValueType::Pointer(AddressSpace::Global | AddressSpace::Constant | AddressSpace::Generic)
        ),
        _ => false,
    };
    // The library takes the address of an image from the descriptor, which is an argument.
    let is_of_image = |function: &Function| IMAGE_ACCESSES.contains(&function.name.as_str());
    reached(program, kernel)
        .into_iter()
        .map(|id| program.function(id))
        .any(|function| !is_of_image(function) && function.values.iter().any(is_new))
}

/// A function and all that it calls.
fn reached(program: &Program, root: FunctionId) -> Vec<FunctionId> {
    let mut reached = vec![root];
    let mut next = 0;
    while let Some(&id) = reached.get(next) {
        next += 1;
        for &callee in &program.info.functions[id].callees {
            if !reached.contains(&callee) {
                reached.push(callee);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use ferrocl_codegen::Target;

    use crate::Build;

    #[test]
    fn pointers_out_of_memory_are_told_from_arguments() {
        let source = "typedef struct node { global struct node *next; int value; } node;
            global int *after(global int *p) { return p + 1; }
            void walk(global node *n) { n->next->value = 1; }
            kernel void plain(global int *p, global int *q) {
              global int *r = p;
              int a[4] = {0};
              a[get_global_id(0) & 3] = q[1];
              for (int i = 0; i < a[0]; i++) r++;
              *after(r) = q[0];
            }
            kernel void list(global node *n) { while (n->next) n = n->next; n->value = 1; }
            kernel void calls(global node *n) { walk(n); }
            kernel void images(read_only image2d_t i, write_only image2d_t o) {
              write_imagef(o, (int2)(0), read_imagef(i, (int2)(1)));
            }
            kernel void copied(global node *n) { node m = *n; m.next->value = 1; }
            kernel void made(global ulong *p) { *(global int *)p[0] = 1; }";
        let build = Build::new(&Target::host(), "a.cl", source.as_bytes(), "-cl-std=CL3.0");
        let program = build.program().unwrap_or_else(|| panic!("{}", build.log()));
        let loads = |name: &str| program.kernel(name).expect("it is there").loads_pointers;
        assert!(!loads("plain") && !loads("images"));
        assert!(["list", "calls", "copied", "made"].into_iter().all(loads));
    }
}
