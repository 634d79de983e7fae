//! What each pass makes of small functions. That results stay the same is tested on random modules, where an interpreter is.

mod contract;
mod inline;
mod separate;
mod simplify;

use ferrocl_base::id::Id;

use crate::*;

/// Runs a pass on the last function of a text; its body's lines without indentation of the function.
#[track_caller]
fn after(text: &str, pass: impl Fn(&mut Module, FunctionId)) -> String {
    let mut module = read(text).unwrap_or_else(|error| panic!("{error}"));
    verify(&module).unwrap_or_else(|errors| panic!("before: {errors:#?}"));
    let id = FunctionId::new(module.functions.len() - 1);
    pass(&mut module, id);
    let text = print_function(&module, id);
    verify(&module).unwrap_or_else(|errors| panic!("after: {errors:#?}\n{text}"));
    let lines: Vec<&str> = text.lines().collect();
    let kept = lines[1..lines.len() - 1].iter().filter(|line| !line.starts_with("  parameter"));
    kept.map(|line| line.strip_prefix("  ").unwrap_or(line))
        .fold(String::new(), |out, line| out + line + "\n")
}

/// A kernel with parameters to compute with: v0 a global pointer, v1 and v2 i32, v3 and v4 f32, v5 f32x4, v6 bool made from v1.
fn kernel(head: &str, body: &str) -> String {
    format!(
        "function f0 \"t\" -> void kernel {{
           parameter v0: ptr.global \"p\"
           parameter v1: i32 \"i\"
           parameter v2: i32 \"j\"
           parameter v3: f32 \"x\"
           parameter v4: f32 \"y\"
           parameter v5: f32x4 \"v\"
           {head}
           body {{
             let v6: bool = equal v1, v2
             {body}
           }}
         }}"
    )
}
