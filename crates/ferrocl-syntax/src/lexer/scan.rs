//! Reading one token whose first byte is known: names, numbers, literals, punctuators (C99 6.4).
//!
//! Each function starts at the lexer's position and leaves it after the token. Most bytes are looked at
//! once; line splices are stepped over where they turn up.

use super::confusable::confusable;
use super::{CLASSES, Class, Lexer, RawKind, flags};
use crate::token::Punctuator;

impl Lexer {
    /// Reads a name whose first byte is at the position; whether a splice stands in it.
    pub(super) fn name(&mut self, first: u8) -> (RawKind, bool) {
        let mut spliced = false;
        let mut kind = if first < 0x80 { RawKind::Identifier } else { RawKind::Other };
        let mut position = self.position;
        loop {
            let byte = self.byte(position);
            match CLASSES[byte as usize] {
                Class::Name | Class::Digit => position += 1,
                Class::High => {
                    let character = self.text[position..].chars().next().unwrap_or(' ');
                    if confusable(character).is_some() {
                        break;
                    }
                    kind = RawKind::Other;
                    position += character.len_utf8();
                }
                Class::Backslash => {
                    let next = self.past_splices(position);
                    // A splice at the name's very end stays outside of it.
                    if next == position
                        || !matches!(CLASSES[self.byte(next) as usize], Class::Name | Class::Digit)
                    {
                        break;
                    }
                    spliced = true;
                    position = next;
                }
                _ => break,
            }
        }
        self.position = position;
        (kind, spliced)
    }

    /// Reads something that starts with a character outside ASCII.
    pub(super) fn high(&mut self) -> (RawKind, bool) {
        let character = self.text[self.position..].chars().next().unwrap_or(' ');
        if confusable(character).is_some() || !character.is_alphanumeric() {
            self.position += character.len_utf8();
            return (RawKind::Other, false);
        }
        self.name(0x80)
    }

    /// Reads a preprocessing number whose first digit is at `digit`.
    pub(super) fn number(&mut self, digit: usize) -> (RawKind, bool) {
        let mut spliced = false;
        let mut position = digit + 1;
        let mut previous = 0;
        loop {
            let byte = self.byte(position);
            match CLASSES[byte as usize] {
                Class::Name | Class::Digit => position += 1,
                Class::Punctuator if byte == b'.' => position += 1,
                Class::Punctuator
                    if matches!(byte, b'+' | b'-') && matches!(previous, b'e' | b'E' | b'p' | b'P') =>
                {
                    position += 1
                }
                Class::Backslash => {
                    let next = self.past_splices(position);
                    let following = self.byte(next);
                    let goes_on = matches!(CLASSES[following as usize], Class::Name | Class::Digit)
                        || following == b'.'
                        || matches!(following, b'+' | b'-') && matches!(previous, b'e' | b'E' | b'p' | b'P');
                    if next == position || !goes_on {
                        break;
                    }
                    spliced = true;
                    position = next;
                    continue;
                }
                _ => break,
            }
            previous = byte;
        }
        self.position = position;
        (RawKind::Number, spliced)
    }

    /// Reads a literal whose opening quote is at `open`; whether a splice stands in it, and
    /// [`flags::UNTERMINATED`] where it has no end.
    pub(super) fn literal(&mut self, open: usize) -> (RawKind, bool, u8) {
        let quote = self.byte(open);
        let kind = if quote == b'"' { RawKind::String } else { RawKind::Character };
        let mut spliced = false;
        let mut position = open + 1;
        loop {
            let byte = self.byte(position);
            match byte {
                b'\\' => {
                    let next = self.past_splices(position);
                    if next != position {
                        spliced = true;
                        position = next;
                        continue;
                    }
                    // The escaped byte may itself stand after a splice.
                    let escaped = self.past_splices(position + 1);
                    spliced |= escaped != position + 1;
                    position = escaped;
                    if position < self.text.len() && !matches!(self.byte(position), b'\n' | b'\r') {
                        position += 1;
                    }
                }
                b'\n' | b'\r' => break,
                0 if position >= self.text.len() => break,
                _ => {
                    position += 1;
                    if byte == quote {
                        self.position = position;
                        return (kind, spliced, 0);
                    }
                }
            }
        }
        self.position = position.min(self.text.len());
        while !self.text.is_char_boundary(self.position) {
            self.position += 1;
        }
        (RawKind::Other, spliced, flags::UNTERMINATED)
    }

    /// Reads a punctuator that starts with `first`, and its spelling if it is a digraph.
    pub(super) fn punctuator(&mut self, first: u8) -> (Punctuator, Option<&'static str>) {
        use Punctuator as P;
        let low = self.position;
        self.position += 1;
        // The longest one wins: look at the second byte, then at a third.
        let second_at = self.past_splices(low + 1);
        let second = self.byte(second_at);
        let take = |lexer: &mut Self, punctuator| {
            lexer.position = second_at + 1;
            punctuator
        };
        let plain = match (first, second) {
            (b'[', _) => P::LeftBracket,
            (b']', _) => P::RightBracket,
            (b'(', _) => P::LeftParen,
            (b')', _) => P::RightParen,
            (b'{', _) => P::LeftBrace,
            (b'}', _) => P::RightBrace,
            (b';', _) => P::Semicolon,
            (b',', _) => P::Comma,
            (b'~', _) => P::Tilde,
            (b'?', _) => P::Question,
            (b'@', _) => P::At,
            (b'.', b'.') => {
                let third_at = self.past_splices(second_at + 1);
                if self.byte(third_at) == b'.' {
                    self.position = third_at + 1;
                    P::Ellipsis
                } else {
                    P::Dot
                }
            }
            (b'.', _) => P::Dot,
            (b'-', b'>') => take(self, P::Arrow),
            (b'-', b'-') => take(self, P::MinusMinus),
            (b'-', b'=') => take(self, P::MinusEqual),
            (b'-', _) => P::Minus,
            (b'+', b'+') => take(self, P::PlusPlus),
            (b'+', b'=') => take(self, P::PlusEqual),
            (b'+', _) => P::Plus,
            (b'&', b'&') => take(self, P::AndAnd),
            (b'&', b'=') => take(self, P::AmpersandEqual),
            (b'&', _) => P::Ampersand,
            (b'*', b'=') => take(self, P::StarEqual),
            (b'*', _) => P::Star,
            (b'/', b'=') => take(self, P::SlashEqual),
            (b'/', _) => P::Slash,
            (b'!', b'=') => take(self, P::NotEqual),
            (b'!', _) => P::Exclamation,
            (b'=', b'=') => take(self, P::EqualEqual),
            (b'=', _) => P::Equal,
            (b'^', b'=') => take(self, P::CaretEqual),
            (b'^', b'^') => take(self, P::CaretCaret),
            (b'^', _) => P::Caret,
            (b'|', b'=') => take(self, P::PipeEqual),
            (b'|', b'|') => take(self, P::OrOr),
            (b'|', _) => P::Pipe,
            (b':', b':') => take(self, P::ColonColon),
            (b':', b'>') => return (take(self, P::RightBracket), Some(":>")),
            (b':', _) => P::Colon,
            (b'#', b'#') => take(self, P::HashHash),
            (b'#', _) => P::Hash,
            (b'%', b'=') => take(self, P::PercentEqual),
            (b'%', b'>') => return (take(self, P::RightBrace), Some("%>")),
            (b'%', b':') => {
                let third_at = self.past_splices(second_at + 1);
                let fourth_at = self.past_splices(third_at + 1);
                if self.byte(third_at) == b'%' && self.byte(fourth_at) == b':' {
                    self.position = fourth_at + 1;
                    return (P::HashHash, Some("%:%:"));
                }
                return (take(self, P::Hash), Some("%:"));
            }
            (b'%', _) => P::Percent,
            (b'<', b'=') => take(self, P::LessEqual),
            (b'<', b':') => return (take(self, P::LeftBracket), Some("<:")),
            (b'<', b'%') => return (take(self, P::LeftBrace), Some("<%")),
            (b'<', b'<') | (b'>', b'>') => {
                let third_at = self.past_splices(second_at + 1);
                let assigns = self.byte(third_at) == b'=';
                self.position = if assigns { third_at + 1 } else { second_at + 1 };
                match (first, assigns) {
                    (b'<', false) => P::ShiftLeft,
                    (b'<', true) => P::ShiftLeftEqual,
                    (_, false) => P::ShiftRight,
                    (_, true) => P::ShiftRightEqual,
                }
            }
            (b'<', _) => P::Less,
            (b'>', b'=') => take(self, P::GreaterEqual),
            _ => P::Greater,
        };
        (plain, None)
    }
}
