//! Diagnostics as data. Stages make them; [`crate::render`] turns them into text.

use std::borrow::Cow;

use crate::{Code, Span};

/// A piece of the program's text for use in a message: at most 60 characters, the rest is `…`.
pub fn excerpt(text: &str) -> Cow<'_, str> {
    const MAX: usize = 60;
    match text.char_indices().nth(MAX) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

/// How grave a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Additional information that stands alone.
    Note,
    /// Legal, but probably not what was meant, or not portable.
    Warning,
    /// The program is rejected.
    Error,
}

/// A piece of source text with words on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The text that it points at.
    pub span: Span,
    /// What is to say about it; may be empty.
    pub text: String,
    /// Whether this is where the fault is (the first primary label gives the diagnostic's line).
    pub primary: bool,
}

/// A replacement that mends the fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// What to do, as a sentence without a full stop.
    pub message: String,
    /// The text to replace (an empty span inserts) and what to write there, if it can be said exactly.
    pub edit: Option<(Span, String)>,
}

/// One message for the user: what, where, why and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its row in the catalogue.
    pub code: Code,
    /// Its severity; the catalogue's unless `-w` or `-Werror` changed it.
    pub severity: Severity,
    /// The sentence, without a full stop, that names the types and names involved.
    pub message: String,
    /// The source text it speaks of.
    pub labels: Vec<Label>,
    /// Facts that explain it: the rule, with its section.
    pub notes: Vec<String>,
    /// What to write instead.
    pub suggestions: Vec<Suggestion>,
}

impl Diagnostic {
    /// A diagnostic of this code with a primary label on `span`.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            labels: vec![Label { span, text: String::new(), primary: true }],
            notes: Vec::new(),
            suggestions: Vec::new(),
        }
    }
    /// Puts words on the primary label.
    pub fn primary(mut self, text: impl Into<String>) -> Self {
        self.labels[0].text = text.into();
        self
    }
    /// Adds a secondary label.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }
    /// Adds an explaining note.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }
    /// Adds a help line without an exact edit.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.suggestions.push(Suggestion { message: text.into(), edit: None });
        self
    }
    /// Adds a help line with the text to write at `span`.
    pub fn suggest(mut self, message: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.suggestions.push(Suggestion { message: message.into(), edit: Some((span, replacement.into())) });
        self
    }
}

impl Diagnostic {
    /// Bounds what it holds.
    fn cut(&mut self, limit: usize) {
        let shorten = |text: &mut String| {
            if text.len() > limit {
                let mut end = limit - '…'.len_utf8();
                while !text.is_char_boundary(end) {
                    end -= 1;
                }
                text.truncate(end);
                text.push('…');
                text.shrink_to_fit();
            }
        };
        shorten(&mut self.message);
        self.labels.truncate(Diagnostics::LIMIT);
        self.notes.truncate(Diagnostics::LIMIT);
        self.suggestions.truncate(Diagnostics::LIMIT);
        self.labels.iter_mut().for_each(|label| shorten(&mut label.text));
        self.notes.iter_mut().for_each(shorten);
        for suggestion in &mut self.suggestions {
            shorten(&mut suggestion.message);
            if suggestion.edit.as_ref().is_some_and(|(_, replacement)| replacement.len() > limit) {
                // A cut edit would be a wrong one.
                suggestion.edit = None;
            }
        }
    }
}

/// Collects a compilation's diagnostics, and bounds their number.
#[derive(Debug, Clone)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    /// `-w`: warnings are dropped.
    pub silence_warnings: bool,
    /// `-Werror`: warnings count as errors.
    pub warnings_are_errors: bool,
    dropped: usize,
}

impl Default for Diagnostics {
    fn default() -> Self {
        Self::new()
    }
}

impl Diagnostics {
    /// No more than this many errors are kept, and as many warnings; the rest is counted.
    pub const LIMIT: usize = 100;
    /// No message, label, note or help is longer than this, in bytes, and no diagnostic has more than
    /// [`Self::LIMIT`] of each.
    pub const MAX_TEXT: usize = 4096;

    /// None yet.
    pub fn new() -> Self {
        Diagnostics {
            list: Vec::new(),
            errors: 0,
            silence_warnings: false,
            warnings_are_errors: false,
            dropped: 0,
        }
    }
    /// Takes a diagnostic in. Texts in it are cut to [`Self::MAX_TEXT`].
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        if diagnostic.severity != Severity::Error {
            if self.silence_warnings {
                return;
            }
            if self.warnings_are_errors && diagnostic.severity == Severity::Warning {
                diagnostic.severity = Severity::Error;
            }
        }
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
            if self.errors > Self::LIMIT {
                self.dropped += 1;
                return;
            }
        } else if self.list.len() - self.errors.min(Self::LIMIT) >= Self::LIMIT {
            self.dropped += 1;
            return;
        }
        diagnostic.cut(Self::MAX_TEXT);
        self.list.push(diagnostic);
    }
    /// Takes a warning back that says less than the error which is about to be pushed: the last one of this code that has a label
    /// with this span.
    pub fn withdraw_warning(&mut self, code: Code, span: Span) {
        let same = |diagnostic: &Diagnostic| {
            diagnostic.code == code && diagnostic.labels.iter().any(|label| label.span == span)
        };
        if let Some(at) = self.list.iter().rposition(same) {
            let withdrawn = self.list.remove(at);
            if withdrawn.severity == Severity::Error {
                // `-Werror` had made it one.
                self.errors -= 1;
            }
        }
    }
    /// Takes in the error for which a stage gives up: it is kept however many there are.
    pub fn push_fatal(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.cut(Self::MAX_TEXT);
        self.errors += 1;
        self.list.push(diagnostic);
    }
    /// Whether an error is among them.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }
    /// Whether the limit of errors is reached, so that a stage may stop early.
    pub fn is_full(&self) -> bool {
        self.errors >= Self::LIMIT
    }
    /// How many errors there were, kept or not.
    pub fn error_count(&self) -> usize {
        self.errors
    }
    /// How many diagnostics were not kept.
    pub fn dropped(&self) -> usize {
        self.dropped
    }
    /// Those that were kept, in order.
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }
}
