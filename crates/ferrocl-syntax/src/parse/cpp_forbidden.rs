//! What C++ has and C++ for OpenCL does not (section "Restrictions to C++ features"): recognised in order to say what to write instead.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span};

use super::words::Keyword;
use super::{Parse, Parser, Reported};
use crate::ast::ExprId;

/// The words, and what to write instead.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    (
        "virtual",
        "virtual functions, as there are no pointers to functions",
        "choose with `switch` or `if` which function to call, or make the class a parameter of a template",
    ),
    (
        "new",
        "`new`: nothing is allocated while a kernel runs",
        "declare a variable, or pass a buffer to the kernel",
    ),
    (
        "delete",
        "`delete`: nothing is allocated while a kernel runs",
        "leave it out: the life of a variable ends with its block",
    ),
    ("throw", "exceptions", "return a value that says what went wrong"),
    ("try", "exceptions", "write the statements without `try`, and test what functions return"),
    ("catch", "exceptions", "test what functions return"),
    ("dynamic_cast", "`dynamic_cast`, as objects do not know their class", "use `static_cast`"),
    (
        "typeid",
        "`typeid`, as objects do not know their class",
        "compare types with a template, such as `is_same`",
    ),
    (
        "thread_local",
        "`thread_local` variables",
        "leave it out: variables of functions are each work-item's own",
    ),
    ("co_await", "coroutines", "write a loop"),
    ("co_yield", "coroutines", "write a loop"),
    ("co_return", "coroutines", "write `return`"),
];

/// The words.
pub(super) fn forbidden_words() -> impl Iterator<Item = &'static str> {
    FORBIDDEN.iter().map(|row| row.0)
}

impl Parser<'_> {
    /// Says that C++ for OpenCL has no such thing.
    #[cold]
    pub(super) fn forbidden(&mut self, word: &str, span: Span) -> Reported {
        let Some((_, what, instead)) = FORBIDDEN.iter().find(|row| row.0 == word) else { return Reported };
        self.fail(
            Diagnostic::new(codes::CPP_FORBIDDEN, span, format!("C++ for OpenCL has no {what}"))
                .primary("not part of the language")
                .note("section \"Restrictions to C++ features\" of C++ for OpenCL")
                .help(*instead),
        )
    }
    /// Steps over `virtual`, about which is said that there is no such thing.
    pub(super) fn skip_virtual(&mut self) -> bool {
        if self.keyword() != Some(Keyword::Forbidden("virtual")) {
            return false;
        }
        let span = self.advance();
        self.forbidden("virtual", span);
        true
    }
    /// A word of C++ for something that C++ for OpenCL does not have, where an expression stands.
    pub(super) fn forbidden_expression(&mut self, word: &'static str) -> Parse<ExprId> {
        let span = self.span();
        Err(self.forbidden(word, span))
    }
}
