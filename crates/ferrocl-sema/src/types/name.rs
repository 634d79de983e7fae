//! Types as messages show them: OpenCL C, with the address space of every pointee spelled out (`global const int*`).

use ferrocl_base::Interner;

use super::{AddressSpace, QualifiedType, ScalarName, Type, TypeId, TypeTable};

/// The keyword of a scalar type.
pub fn scalar_text(name: ScalarName) -> &'static str {
    match name {
        ScalarName::Char => "char",
        ScalarName::Uchar => "uchar",
        ScalarName::Short => "short",
        ScalarName::Ushort => "ushort",
        ScalarName::Int => "int",
        ScalarName::Uint => "uint",
        ScalarName::Long => "long",
        ScalarName::Ulong => "ulong",
        ScalarName::Half => "half",
        ScalarName::Float => "float",
        ScalarName::Double => "double",
    }
}

/// The name of a scalar (`n` = 1) or vector type.
pub fn gentype_text(name: ScalarName, n: u8) -> String {
    if n == 1 { scalar_text(name).to_string() } else { format!("{}{n}", scalar_text(name)) }
}

/// The keyword of an address space.
pub fn space_text(space: AddressSpace) -> &'static str {
    match space {
        AddressSpace::Private => "private",
        AddressSpace::Local => "local",
        AddressSpace::Global => "global",
        AddressSpace::Constant => "constant",
        AddressSpace::Generic => "generic",
    }
}

/// Derivations (pointers, arrays) past this number are not shown: a chain of typedefs can make thousands.
const MAX_DERIVATIONS: usize = 16;

impl TypeTable {
    /// A type without qualifiers of its own: `float4`, `global int*`, `float[3][4]`, `struct S`.
    pub fn name(&self, interner: &Interner, ty: TypeId) -> String {
        self.spell(interner, QualifiedType::new(ty, AddressSpace::Private), false)
    }
    /// A type with its qualifiers; the address space is left out where it is private and not a pointee's.
    pub fn qualified_name(&self, interner: &Interner, ty: QualifiedType) -> String {
        self.spell(interner, ty, false)
    }
    /// C's declarator syntax from the inside out, with a loop.
    fn spell(&self, interner: &Interner, ty: QualifiedType, pointee: bool) -> String {
        let (mut ty, mut pointee) = (ty, pointee);
        let mut declarator = String::new();
        for _ in 0..MAX_DERIVATIONS {
            match self.get(ty.ty) {
                Type::Pointer(to) | Type::Reference(to) => {
                    let is_pointer = matches!(self.get(ty.ty), Type::Pointer(_));
                    let mut star = String::from(if is_pointer { "*" } else { "&" });
                    let own = qualifiers(ty, pointee);
                    if !own.is_empty() {
                        star.push(' ');
                        star.push_str(&own);
                        if !declarator.is_empty() && !declarator.starts_with(['[', '(', '*']) {
                            star.push(' ');
                        }
                    }
                    declarator.insert_str(0, &star);
                    if matches!(self.get(to.ty), Type::Array { .. } | Type::Function { .. }) {
                        declarator = format!("({declarator})");
                    }
                    ty = *to;
                    pointee = true;
                }
                Type::Array { element, length } => {
                    match length {
                        Some(length) => declarator.push_str(&format!("[{length}]")),
                        None => declarator.push_str("[]"),
                    }
                    // Qualifiers of an array are its elements'.
                    let mut element = *element;
                    element.is_const |= ty.is_const;
                    element.is_volatile |= ty.is_volatile;
                    if element.space == AddressSpace::Private {
                        element.space = ty.space;
                    }
                    ty = element;
                }
                Type::Function { result, parameters } => {
                    let list: Vec<String> = match parameters.len() {
                        0 => vec!["void".into()],
                        _ => parameters
                            .iter()
                            .take(MAX_DERIVATIONS)
                            .map(|&p| self.base_name(interner, p))
                            .collect(),
                    };
                    declarator.push_str(&format!("({})", list.join(", ")));
                    ty = QualifiedType::new(*result, AddressSpace::Private);
                    pointee = false;
                }
                _ => break,
            }
        }
        let own = qualifiers(ty, pointee);
        let base = self.base_name(interner, ty.ty);
        if own.is_empty() { format!("{base}{declarator}") } else { format!("{own} {base}{declarator}") }
    }
    /// The name of a type that is not derived from another; of a derived one, roughly.
    fn base_name(&self, interner: &Interner, ty: TypeId) -> String {
        match self.get(ty) {
            Type::Error => "<error>".into(),
            Type::Void => "void".into(),
            Type::Bool => "bool".into(),
            Type::Scalar(name) => scalar_text(*name).into(),
            Type::Vector(name, n) => format!("{}{n}", scalar_text(*name)),
            Type::Atomic(name) => format!("atomic_{}", scalar_text(*name)),
            Type::Event => "event_t".into(),
            Type::Image(kind, access) => format!("{} {}", access.name(), kind.name()),
            Type::Sampler => "sampler_t".into(),
            Type::Opaque(name) => interner.text(*name).into(),
            Type::Record(id) => {
                let record = &self.records[*id];
                let keyword = if record.is_union { "union" } else { "struct" };
                match (record.tag, record.typedef_name) {
                    (Some(tag), _) => format!("{keyword} {}", interner.text(tag)),
                    (None, Some(name)) => interner.text(name).into(),
                    (None, None) => format!("unnamed {keyword}"),
                }
            }
            Type::Enum(id) => match (self.enums[*id].tag, self.enums[*id].typedef_name) {
                (Some(tag), _) => format!("enum {}", interner.text(tag)),
                (None, Some(name)) => interner.text(name).into(),
                (None, None) => "unnamed enum".into(),
            },
            Type::Pointer(to) => match self.get(to.ty) {
                Type::Pointer(_) | Type::Array { .. } | Type::Function { .. } => "…*".into(),
                _ => {
                    let own = qualifiers(*to, true);
                    format!(
                        "{own}{}{}*",
                        if own.is_empty() { "" } else { " " },
                        self.base_name(interner, to.ty)
                    )
                }
            },
            Type::Reference(to) => format!("{}&", self.base_name(interner, to.ty)),
            Type::Array { .. } => "…[]".into(),
            Type::Function { .. } => "…()".into(),
        }
    }
}

/// `global const volatile`; a private object's space is left out, a private pointee's is not.
fn qualifiers(ty: QualifiedType, pointee: bool) -> String {
    let mut words = Vec::new();
    if pointee || ty.space != AddressSpace::Private {
        words.push(space_text(ty.space));
    }
    if ty.is_const {
        words.push("const");
    }
    if ty.is_volatile {
        words.push("volatile");
    }
    if ty.is_restrict {
        words.push("restrict");
    }
    words.join(" ")
}
