//! The table in words: what `ferrocl explain` and `docs/builtins.md` say of a built-in function.

use ferrocl_syntax::ast::ScalarName;

use super::Ulp;
use super::table::{ELEMENTS, Row, WIDTHS, find, rows};
use crate::types::name::scalar_text;

/// The section of the specification on error bounds.
pub const ACCURACY_SECTION: &str = "Relative Error as ULPs";

/// Everything about a function, for a terminal; `None` where no built-in function has the name.
pub fn explain(name: &str) -> Option<String> {
    let rows: Vec<&'static Row> = find(name).map(|id| id.row()).filter(|row| !row.is_internal()).collect();
    let first = rows.first()?;
    let mut text = format!("{name}: {}\n", first.description);
    for (index, row) in rows.iter().enumerate() {
        text.push_str(&format!("\n    {}\n", row.prototype));
        // What overloads have in common is said once.
        let about = about(row);
        if index == 0 || about != self::about(rows[index - 1]) {
            for line in about {
                text.push_str(&format!("    {line}\n"));
            }
        }
    }
    match first.section {
        extension if extension.starts_with("cl_") => text.push_str(&format!("\nExtension {extension}")),
        "Other Compilers" => text.push_str("\nNot in the specification, but in other compilers"),
        section => text.push_str(&format!("\nOpenCL C specification, section \"{section}\"")),
    }
    if accuracy(first).is_some() {
        text.push_str(&format!("; error bounds in \"{ACCURACY_SECTION}\""));
    }
    text.push_str(".\n");
    Some(text)
}

/// What there is to say of a row beside its prototype and description, a line for each matter.
fn about(row: &Row) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(gentype(row).map(|types| format!("gentype: {types}")));
    lines.extend(accuracy(row).map(|bound| format!("error: {bound}")));
    lines.extend(availability(row));
    lines
}

/// What gentype stands for: `float, double with 1, 2, 3, 4, 8, 16 components`; `None` without gentype.
pub fn gentype(row: &Row) -> Option<String> {
    if !row.is_generic() {
        return None;
    }
    let sets = [
        ("any integer", 0..8),
        ("any floating-point type", 8..11),
        ("any integer or floating-point type", 0..11),
    ];
    let elements: Vec<ScalarName> = row.elements.iter().collect();
    let named = sets.into_iter().find(|(_, range)| elements == ELEMENTS[range.clone()]);
    let types = named.map_or_else(
        || elements.iter().map(|&element| scalar_text(element)).collect::<Vec<_>>().join(", "),
        |(name, _)| name.to_owned(),
    );
    let widths: Vec<u8> = row.width_list().collect();
    let components = match widths.as_slice() {
        [1] => "scalar".to_owned(),
        list if list == WIDTHS => "scalar or vector".to_owned(),
        list if list == &WIDTHS[1..] => "vector".to_owned(),
        list => format!("with {} components", list.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")),
    };
    Some(format!("{types}, {components}"))
}

/// The error bounds of half, float and double, as far as the function takes them; `None` where none of them matters.
pub fn accuracy(row: &Row) -> Option<String> {
    let elements = [ScalarName::Half, ScalarName::Float, ScalarName::Double];
    let bounds: Vec<(ScalarName, Ulp)> = elements
        .into_iter()
        .filter(|&element| row.elements.contains(element))
        .map(|element| (element, row.ulp_of(element)))
        .collect();
    let (_, first) = *bounds.first()?;
    if !row.is_generic() || bounds.iter().all(|(_, bound)| *bound == Ulp::Exact) {
        return None;
    }
    if bounds.iter().all(|(_, bound)| *bound == first) {
        return Some(first.to_string());
    }
    let parts: Vec<String> =
        bounds.iter().map(|(element, bound)| format!("{bound} ({})", scalar_text(*element))).collect();
    Some(parts.join(", "))
}

/// Which OpenCL C has it.
pub fn availability(row: &Row) -> Option<String> {
    let mut parts = Vec::new();
    if row.since.number() > 100 {
        parts.push(format!("since OpenCL C {}", row.since.version()));
    }
    parts.extend(row.deprecated.map(|standard| format!("deprecated in OpenCL C {}", standard.version())));
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The table as Markdown: `docs/builtins.md`.
pub fn markdown() -> String {
    let mut text = String::from(HEAD);
    let mut rows: Vec<&'static Row> = rows().filter(|row| !row.is_internal()).collect();
    rows.sort_by_key(|row| row.line);
    let mut section = "";
    let mut described = "";
    for line in rows.chunk_by(|a, b| a.line == b.line) {
        let row = line[0];
        if row.section != section {
            text.push_str(&format!("\n## {}\n", row.section));
            text.push_str("\n| function | what it gives | gentype | error |\n|---|---|---|---|\n");
            (section, described) = (row.section, "");
        }
        let more = match line.len() {
            1 => String::new(),
            count => format!(" and {} more, to `{}`", count - 1, line[count - 1].name),
        };
        let description = if row.description == described { "the same" } else { row.description };
        described = row.description;
        let availability = availability(row).map_or(String::new(), |text| format!(" ({text})"));
        let cells = [
            format!("`{}`{more}", row.prototype),
            format!("{description}{availability}"),
            gentype(row).unwrap_or_default(),
            accuracy(row).unwrap_or_default(),
        ];
        text.push_str(&format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | ")));
    }
    text
}

const HEAD: &str = "\
# Built-in functions

Made from `lib/builtins.decl` by `cargo xtask docs`; `ferrocl explain NAME` says the same of one function.

Types: `sgentype` is gentype's element, `ugentype` and `igentype` the unsigned and signed integer like it, `wgentype` the next wider
integer, `rgentype` what a comparison gives; `intn` has as many components as gentype. Pointers: `any` is
private, local, global or generic, `readable` the same and constant, `shared` local, global or generic. Images: `readable` is `read_only`
or `read_write`, `writable` is `write_only` or `read_write`, `any` whichever.

Errors: in units in the last place (ULP) of the exact result, as section \"Relative Error as ULPs\" defines them; n is the number of
components, ε the distance from 1 to the next number, max the greatest magnitude among the arguments. An empty
cell: the result is exact. `cargo xtask ulp` measures them; results are kept under `record/`.
";
