//! Programs as trees of text, so that pieces can be taken away.

/// A piece of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// Lines that belong together.
    Text(String),
    /// Lines that what comes after them needs in order to be well defined, seen or not: they only go with what they are in.
    Fixed(String),
    /// What stands in something else: `head`, the body, `tail`.
    Block {
        /// The text up to the body.
        head: String,
        /// What is inside.
        body: Vec<Node>,
        /// The text after it.
        tail: String,
    },
    /// Pieces that only make sense together.
    Group(Vec<Node>),
}

impl Node {
    pub(super) fn text(text: impl Into<String>) -> Node {
        Node::Text(text.into())
    }
    pub(super) fn fixed(text: impl Into<String>) -> Node {
        Node::Fixed(text.into())
    }
    pub(super) fn block(head: impl Into<String>, body: Vec<Node>, tail: impl Into<String>) -> Node {
        Node::Block { head: head.into(), body, tail: tail.into() }
    }
    /// Writes it down.
    pub fn write(&self, indent: usize, out: &mut String) {
        match self {
            Node::Text(text) | Node::Fixed(text) => push_lines(text, indent, out),
            Node::Block { head, body, tail } => {
                push_lines(head, indent, out);
                body.iter().for_each(|node| node.write(indent + 1, out));
                push_lines(tail, indent, out);
            }
            Node::Group(nodes) => nodes.iter().for_each(|node| node.write(indent, out)),
        }
    }
}

/// The text of a program.
pub fn render(nodes: &[Node]) -> String {
    let mut out = String::new();
    nodes.iter().for_each(|node| node.write(0, &mut out));
    out
}

fn push_lines(text: &str, indent: usize, out: &mut String) {
    for line in text.lines() {
        out.extend(std::iter::repeat_n("    ", indent));
        out.push_str(line);
        out.push('\n');
    }
}
