//! The catalogue of diagnostic codes: one row a code.
//!
//! A code is stable: it is never reused for something else. Its explanation is `explain/<code>.md`, and
//! `cargo xtask tidy` checks that page, row and a test under `tests/ui` exist for each. The rows stand in
//! one file a stage:
//!
//! | codes | stage |
//! |---|---|
//! | `CL00xx` | build options, and limits of the implementation |
//! | `CL01xx` | characters, tokens, preprocessing |
//! | `CL02xx` | syntax |
//! | `CL03xx` | declarations, types, qualifiers, attributes |
//! | `CL04xx` | operators, conversions and other expressions |
//! | `CL05xx` | calls and built-in functions |
//! | `CL06xx` | statements and control flow |
//! | `CL07xx` | initialisers and constant expressions |
//! | `CL08xx` | C++ for OpenCL |

use crate::Severity;

/// A row of the catalogue.
#[derive(Debug)]
pub struct CodeRow {
    /// `CL0401`.
    pub name: &'static str,
    /// The severity without options.
    pub severity: Severity,
    /// What the code means in general, as a short title.
    pub title: &'static str,
}

/// A diagnostic code: a reference to its row.
#[derive(Clone, Copy)]
pub struct Code(pub &'static CodeRow);

impl Code {
    /// `CL0401`.
    pub fn name(self) -> &'static str {
        self.0.name
    }
    /// The severity without options.
    pub fn severity(self) -> Severity {
        self.0.severity
    }
    /// The short title.
    pub fn title(self) -> &'static str {
        self.0.title
    }
}
impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}
impl Eq for Code {}
impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name)
    }
}

/// Declares the rows of one stage: `CONSTANT = "CLxxxx" Severity "title";`.
macro_rules! rows {
    ($($constant:ident = $name:literal $severity:ident $title:literal;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $title, ".")]
            pub const $constant: crate::Code = crate::Code(&crate::codes::CodeRow {
                name: $name,
                severity: crate::Severity::$severity,
                title: $title,
            });
        )*
        /// Every row of this stage.
        pub const ALL: &[crate::Code] = &[$($constant),*];
    };
}

pub mod calls;
pub mod cpp;
pub mod declarations;
pub mod expressions;
pub mod initialisers;
pub mod options;
pub mod preprocess;
pub mod statements;
pub mod syntax;

/// The whole catalogue, in order.
pub fn all() -> impl Iterator<Item = Code> {
    [
        options::ALL,
        preprocess::ALL,
        syntax::ALL,
        declarations::ALL,
        expressions::ALL,
        calls::ALL,
        statements::ALL,
        initialisers::ALL,
        cpp::ALL,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// The code of this name, upper or lower case.
pub fn find(name: &str) -> Option<Code> {
    all().find(|code| code.name().eq_ignore_ascii_case(name))
}
