//! Expressions in prefix form, without recursion over them: sums and chains of members may be long.

use ferrocl_base::Symbol;

use super::{Dumper, write_float, write_integer, write_to};
use crate::ast::{Designator, ExprId, ExprKind, TypeName};

/// What is still to be written, last first.
enum Work<'a> {
    Text(&'static str),
    Expr(ExprId),
    Type(&'a TypeName),
    Member(Symbol),
}

impl Dumper<'_> {
    pub(super) fn expr(&mut self, id: ExprId) {
        let unit = self.unit;
        let mut work = vec![Work::Expr(id)];
        while let Some(next) = work.pop() {
            let id = match next {
                Work::Text(text) => {
                    self.push(text);
                    continue;
                }
                Work::Member(name) => {
                    self.push(".");
                    self.name(name);
                    continue;
                }
                Work::Type(ty) => {
                    self.push("<");
                    self.type_name(ty);
                    self.push(">");
                    continue;
                }
                Work::Expr(id) => id,
            };
            let start = work.len();
            match &unit.exprs[id].kind {
                ExprKind::Name(name) => self.name(*name),
                ExprKind::Integer(literal) => write_integer(&mut self.text, *literal),
                ExprKind::Float(literal) => write_float(&mut self.text, literal),
                ExprKind::Character(value) => write_to(&mut self.text, format_args!("'{value}'")),
                ExprKind::String(bytes) => {
                    write_to(&mut self.text, format_args!("\"{}\"", bytes.escape_ascii()))
                }
                ExprKind::Paren(inner) => self.list(&mut work, "paren", &[*inner]),
                ExprKind::Index { base, index } => self.list(&mut work, "index", &[*base, *index]),
                ExprKind::Call { callee, arguments } => {
                    self.push("(call ");
                    work.push(Work::Expr(*callee));
                    for argument in arguments {
                        work.extend([Work::Text(" "), Work::Expr(*argument)]);
                    }
                    work.push(Work::Text(")"));
                }
                ExprKind::Member { base, arrow, name, .. } => {
                    self.push(if *arrow { "(-> " } else { "(. " });
                    self.name(*name);
                    work.extend([Work::Text(" "), Work::Expr(*base), Work::Text(")")]);
                }
                ExprKind::Postfix { increment, operand } => {
                    self.list(&mut work, if *increment { "post++" } else { "post--" }, &[*operand]);
                }
                ExprKind::Unary { op, operand } => self.list(&mut work, op.text(), &[*operand]),
                ExprKind::SizeofExpr(operand) => self.list(&mut work, "sizeof", &[*operand]),
                ExprKind::AlignofExpr(operand) => self.list(&mut work, "alignof", &[*operand]),
                ExprKind::VecStepExpr(operand) => self.list(&mut work, "vec_step", &[*operand]),
                ExprKind::SizeofType(ty) => {
                    work.extend([Work::Text("(sizeof "), Work::Type(ty), Work::Text(")")])
                }
                ExprKind::AlignofType(ty) => {
                    work.extend([Work::Text("(alignof "), Work::Type(ty), Work::Text(")")]);
                }
                ExprKind::VecStepType(ty) => {
                    work.extend([Work::Text("(vec_step "), Work::Type(ty), Work::Text(")")]);
                }
                ExprKind::Cast { ty, operand } => work.extend([
                    Work::Text("(cast "),
                    Work::Type(ty),
                    Work::Text(" "),
                    Work::Expr(*operand),
                    Work::Text(")"),
                ]),
                ExprKind::AsType { operand, ty, .. } => work.extend([
                    Work::Text("(astype "),
                    Work::Type(ty),
                    Work::Text(" "),
                    Work::Expr(*operand),
                    Work::Text(")"),
                ]),
                ExprKind::ConvertVector { operand, ty } => work.extend([
                    Work::Text("(convertvector "),
                    Work::Type(ty),
                    Work::Text(" "),
                    Work::Expr(*operand),
                    Work::Text(")"),
                ]),
                ExprKind::NamedCast { cast, operand, ty } => {
                    self.push("(");
                    self.push(cast.text());
                    work.extend([Work::Text(" "), Work::Type(ty), Work::Text(" ")]);
                    work.extend([Work::Expr(*operand), Work::Text(")")]);
                }
                ExprKind::Construct { ty, parts, .. } => {
                    work.extend([Work::Text("(construct "), Work::Type(ty)]);
                    for part in parts {
                        work.extend([Work::Text(" "), Work::Expr(*part)]);
                    }
                    work.push(Work::Text(")"));
                }
                ExprKind::Nullptr => self.push("nullptr"),
                ExprKind::TemplateName { name, arguments } => {
                    self.push("(template ");
                    self.name(*name);
                    self.template_arguments(arguments);
                    self.push(")");
                }
                ExprKind::Scoped(name) => self.scoped_name(name),
                ExprKind::MemberTemplate { base, arrow, name, arguments, .. } => {
                    self.push(if *arrow { "(-> " } else { "(. " });
                    self.name(*name);
                    self.template_arguments(arguments);
                    work.extend([Work::Text(" "), Work::Expr(*base), Work::Text(")")]);
                }
                ExprKind::Lambda(lambda) => self.lambda(lambda),
                ExprKind::Braces(list) => self.initializer_list(list),
                ExprKind::Expansion(operand) => self.list(&mut work, "...", &[*operand]),
                ExprKind::PackSize(name) => {
                    self.push("(sizeof... ");
                    self.name(*name);
                    self.push(")");
                }
                ExprKind::Fold { op, pattern, start, from_left, comma, .. } => {
                    self.push(if *from_left { "(left fold " } else { "(right fold " });
                    self.push(if *comma { "," } else { op.text() });
                    work.extend([Work::Text(" "), Work::Expr(*pattern)]);
                    if let Some(start) = start {
                        work.extend([Work::Text(" "), Work::Expr(*start)]);
                    }
                    work.push(Work::Text(")"));
                }
                ExprKind::VectorLiteral { ty, parts, .. } => {
                    work.extend([Work::Text("(vector "), Work::Type(ty)]);
                    for part in parts {
                        work.extend([Work::Text(" "), Work::Expr(*part)]);
                    }
                    work.push(Work::Text(")"));
                }
                ExprKind::CompoundLiteral { ty, initializer } => {
                    self.push("(compound <");
                    self.type_name(ty);
                    self.push("> ");
                    self.initializer(initializer);
                    self.push(")");
                }
                ExprKind::Binary { op, left, right, .. } => self.list(&mut work, op.text(), &[*left, *right]),
                ExprKind::Assign { op, target, value, .. } => {
                    self.push("(");
                    self.push(op.map_or("", |op| op.text()));
                    work.extend([
                        Work::Text("= "),
                        Work::Expr(*target),
                        Work::Text(" "),
                        Work::Expr(*value),
                        Work::Text(")"),
                    ]);
                }
                ExprKind::Conditional { condition, then, otherwise } => {
                    self.push("(? ");
                    work.extend([Work::Expr(*condition), Work::Text(" ")]);
                    work.push(then.map_or(Work::Text("-"), Work::Expr));
                    work.extend([Work::Text(" "), Work::Expr(*otherwise), Work::Text(")")]);
                }
                ExprKind::Comma { left, right } => self.list(&mut work, ",", &[*left, *right]),
                ExprKind::Statements(block) => {
                    let span = unit.stmts[*block].span;
                    self.push("(statements");
                    self.end();
                    self.deeper(|dumper| dumper.stmt(*block));
                    self.start(span);
                    self.push(")");
                }
                ExprKind::Generic { control, associations } => {
                    work.extend([Work::Text("(generic "), Work::Expr(*control)]);
                    for (ty, value) in associations {
                        work.push(Work::Text(" "));
                        work.push(ty.as_ref().map_or(Work::Text("default"), |ty| Work::Type(ty)));
                        work.extend([Work::Text(": "), Work::Expr(*value)]);
                    }
                    work.push(Work::Text(")"));
                }
                ExprKind::Choose { condition, then, otherwise } => {
                    self.list(&mut work, "choose", &[*condition, *then, *otherwise]);
                }
                ExprKind::Offsetof { ty, path } => {
                    work.extend([Work::Text("(offsetof "), Work::Type(ty)]);
                    for step in path {
                        match step {
                            Designator::Member(name, _) => work.push(Work::Member(*name)),
                            Designator::Index { first, .. } => {
                                work.extend([Work::Text("["), Work::Expr(*first), Work::Text("]")]);
                            }
                        }
                    }
                    work.push(Work::Text(")"));
                }
                ExprKind::SameTypes(first, second) => work.extend([
                    Work::Text("(same_types "),
                    Work::Type(first),
                    Work::Text(" "),
                    Work::Type(second),
                    Work::Text(")"),
                ]),
                ExprKind::Error => self.push("error"),
            }
            // They were listed in reading order; the last is taken first.
            work[start..].reverse();
        }
    }
    /// `(head a b …)`.
    fn list<'a>(&mut self, work: &mut Vec<Work<'a>>, head: &str, exprs: &[ExprId]) {
        self.push("(");
        self.push(head);
        for expr in exprs {
            work.extend([Work::Text(" "), Work::Expr(*expr)]);
        }
        work.push(Work::Text(")"));
    }
}
