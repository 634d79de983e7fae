//! Reading by lines: what directives and skipped groups need of the lexer beyond tokens.

use ferrocl_base::{Diagnostics, Span};

use super::Lexer;

impl Lexer {
    /// In a directive: the rest of the line as it stands, comments and all, without white space around it;
    /// the position moves to the line's end. For the text of `#error`.
    pub fn rest_of_line(&mut self) -> (String, Span) {
        let low = self.position;
        let mut position = low;
        let mut spliced = false;
        loop {
            match self.byte(position) {
                b'\n' | b'\r' => break,
                0 if position >= self.text.len() => break,
                b'\\' => {
                    let next = self.past_splices(position);
                    spliced |= next != position;
                    position = next.max(position + 1);
                }
                _ => position += 1,
            }
        }
        let high = position.min(self.text.len());
        self.position = high;
        let text = if spliced { self.without_splices(low, high) } else { self.text[low..high].to_string() };
        let text = text.trim().to_string();
        let leading = self.text[low..high].len() - self.text[low..high].trim_start().len();
        let trailing = self.text[low..high].trim().len();
        (text, self.span(low + leading, low + leading + trailing))
    }

    /// In a directive: the header name `<…>` or `"…"` at the position (C99 6.4.7), where escape sequences
    /// have no meaning. `None`, and nothing is read, where none stands.
    pub fn header_name(&mut self, diagnostics: &mut Diagnostics) -> Option<HeaderName> {
        self.skip_space(diagnostics);
        let low = self.position;
        let close = match self.byte(low) {
            b'<' => b'>',
            b'"' => b'"',
            _ => return None,
        };
        let length = self.text.as_bytes()[low + 1..]
            .iter()
            .position(|&byte| byte == close || matches!(byte, b'\n' | b'\r'))?;
        let end = low + 1 + length;
        if self.byte(end) != close {
            return None;
        }
        self.position = end + 1;
        self.at_line_start = false;
        Some(HeaderName {
            name: self.text[low + 1..end].to_string(),
            angled: close == b'>',
            span: self.span(low, end + 1),
        })
    }

    /// In a directive: steps to the end of its line.
    pub fn skip_line(&mut self, diagnostics: &mut Diagnostics) {
        loop {
            self.skip_space(diagnostics);
            match self.byte(self.position) {
                b'\n' | b'\r' => return,
                0 if self.position >= self.text.len() => return,
                b'"' | b'\'' => {
                    self.literal(self.position);
                }
                _ => self.position += 1,
            }
        }
    }

    /// In a skipped group, at the end of a line: steps to the next line that starts with `#` and past that
    /// `#`; false at the end of the text.
    pub fn skip_to_directive(&mut self, diagnostics: &mut Diagnostics) -> bool {
        loop {
            self.in_directive = false;
            self.skip_space(diagnostics);
            if self.position >= self.text.len() {
                return false;
            }
            let starts_line = std::mem::replace(&mut self.at_line_start, false);
            self.in_directive = true;
            if starts_line {
                let low = self.position;
                let second = self.past_splices(low + 1);
                match self.byte(low) {
                    b'#' => {
                        self.position = low + 1;
                        return true;
                    }
                    b'%' if self.byte(second) == b':' => {
                        self.position = second + 1;
                        return true;
                    }
                    _ => {}
                }
            }
            self.skip_line(diagnostics);
        }
    }

    /// Whether the next token, wherever its line, is `(`. Comments before it are stepped over; where
    /// another token follows, nothing is read.
    pub fn next_is_left_paren(&mut self) -> bool {
        let saved = (self.position, self.at_line_start);
        // What is wrong with the white space is reported when it is read for good.
        let mut ignored = Diagnostics::new();
        self.skip_space(&mut ignored);
        let found = self.byte(self.position) == b'(';
        (self.position, self.at_line_start) = saved;
        found
    }
}

/// A header name.
#[derive(Debug, Clone)]
pub(crate) struct HeaderName {
    /// What stands between the delimiters.
    pub name: String,
    /// Whether they are `<` and `>`.
    pub angled: bool,
    /// With the delimiters.
    pub span: Span,
}
