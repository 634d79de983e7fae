//! Joins rows and library, and writes both as Rust statics.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::library::Item;
use crate::prototypes::{ELEMENTS, Element, Error, FLOAT, HALF, Head, Home, Row, Type, WIDTHS, Width};

/// Where a row's library functions are: element, width, index of the function, and whether it is the float one that
/// stands in for half.
struct Entry {
    element: usize,
    width: u8,
    function: usize,
    through_float: bool,
}

pub fn tables(mut rows: Vec<Row>, items: Vec<Item>) -> Result<String, Error> {
    let (functions, constants): (Vec<Item>, Vec<Item>) =
        items.into_iter().partition(|item| item.head.is_some());
    check_names(&functions, &constants)?;
    resolve_aliases(&mut rows)?;
    let mut used = vec![false; functions.len()];
    let mut entries = Vec::new();
    for row in &rows {
        entries.push(match &row.home {
            Home::Library(None) => entries_of(row, &row.head.name.clone(), &functions, &mut used)?,
            Home::Library(Some(name)) => entries_of(row, &name.clone(), &functions, &mut used)?,
            Home::Alias(target) => entries_of(row, &target.clone(), &functions, &mut used)?,
            _ => Vec::new(),
        });
    }
    // Functions that no row of the table names are helpers: a row of their own makes them visible to the library.
    for (index, function) in functions.iter().enumerate() {
        let is_helper = function.name.starts_with("__ferrocl_");
        // A helper may be a row's home as well.
        if used[index] && !is_helper {
            continue;
        }
        if !is_helper {
            return Err(format!(
                "{}:{}: no row of builtins.decl is done by `{}` with these parameters",
                function.file, function.line, function.name
            ));
        }
        rows.push(helper_row(function));
        entries.push(vec![Entry { element: FLOAT, width: 1, function: index, through_float: false }]);
    }
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&a, &b| rows[a].head.name.cmp(&rows[b].head.name));
    let mut out = String::from("// Made by build/emit.rs from lib/.\n\n");
    write_rows(&mut out, &order, &rows, &entries);
    write_names(&mut out, &order, &rows);
    write_library(&mut out, &functions, &constants);
    Ok(out)
}

fn check_names(functions: &[Item], constants: &[Item]) -> Result<(), Error> {
    for (index, item) in constants.iter().enumerate() {
        if constants[..index].iter().any(|other| other.name == item.name) {
            return Err(format!("{}:{}: `{}` is defined twice", item.file, item.line, item.name));
        }
    }
    for (index, item) in functions.iter().enumerate() {
        let same = |other: &&Item| other.name == item.name && signature(other) == signature(item);
        if functions[..index].iter().any(|other| same(&other)) {
            return Err(format!("{}:{}: `{}` is defined twice", item.file, item.line, item.name));
        }
    }
    Ok(())
}

/// The parameters' types of a library function, which has no gentype.
fn signature(item: &Item) -> Vec<(Option<usize>, u8, bool)> {
    let head = item.head.as_ref().expect("a function");
    types(head, FLOAT, 1)
}

fn types(head: &Head, element: usize, width: u8) -> Vec<(Option<usize>, u8, bool)> {
    head.parameters
        .iter()
        .map(|parameter| {
            let (element, width, pointer) = parameter.ty.at(element, width);
            (element, width, pointer.is_some())
        })
        .collect()
}

/// An alias has the home of the row that it names; one for a library function stays an alias (the name of the function).
fn resolve_aliases(rows: &mut [Row]) -> Result<(), Error> {
    let targets: BTreeMap<String, Home> = rows
        .iter()
        .filter(|row| !matches!(row.home, Home::Alias(_)))
        .map(|row| (row.head.name.clone(), row.home.clone()))
        .collect();
    for row in rows {
        if let Home::Alias(target) = &row.home {
            match targets.get(target) {
                Some(Home::Library(None)) => {}
                Some(home) => row.home = home.clone(),
                None => return Err(format!("builtins.decl:{}: no function `{target}`", row.line)),
            }
        }
    }
    Ok(())
}

fn entries_of(
    row: &Row,
    function_name: &str,
    functions: &[Item],
    used: &mut [bool],
) -> Result<Vec<Entry>, Error> {
    let component_wise =
        row.head.result.is_wide() && row.head.parameters.iter().all(|parameter| parameter.ty.is_wide());
    let mut find = |element, width| {
        let wanted = types(&row.head, element, width);
        let found = functions
            .iter()
            .position(|function| function.name == function_name && signature(function) == wanted)?;
        used[found] = true;
        Some(found)
    };
    let mut entries = Vec::new();
    for element in (0..ELEMENTS.len()).filter(|element| row.elements & 1 << element != 0) {
        for (index, &width) in WIDTHS.iter().enumerate() {
            // The scalar function stands for all widths that have none of their own.
            if row.widths & 1 << index == 0 && !(component_wise && width == 1) {
                continue;
            }
            if let Some(function) = find(element, width) {
                entries.push(Entry { element, width, function, through_float: false });
            } else if element == HALF
                && let Some(function) = find(FLOAT, width)
            {
                entries.push(Entry { element, width, function, through_float: true });
            }
        }
    }
    for element in (0..ELEMENTS.len()).filter(|element| row.elements & 1 << element != 0) {
        for (_, &width) in WIDTHS.iter().enumerate().filter(|(index, _)| row.widths & 1 << index != 0) {
            let serves = |entry: &Entry| entry.element == element && [1, width].contains(&entry.width);
            if !entries.iter().any(serves) {
                return Err(format!(
                    "builtins.decl:{}: no function `{function_name}` in lib/ for {} of width {width}",
                    row.line, ELEMENTS[element]
                ));
            }
        }
    }
    Ok(entries)
}

fn helper_row(function: &Item) -> Row {
    let head = function.head.clone().expect("a function");
    Row {
        line: function.line,
        prototype: function.text[..function.text.find('{').expect("a body")].trim().into(),
        head,
        elements: 1 << FLOAT,
        widths: 1,
        since: "Cl10".into(),
        deprecated: None,
        convergent: false,
        ulp: std::array::from_fn(|_| "Ulp::ImplementationDefined".into()),
        rounding: "NearestEven",
        home: Home::Library(None),
        description: String::new(),
        section: String::new(),
    }
}

fn write_rows(out: &mut String, order: &[usize], rows: &[Row], entries: &[Vec<Entry>]) {
    writeln!(out, "pub(super) static ROWS: [Row; {}] = [", rows.len()).unwrap();
    for &index in order {
        let row = &rows[index];
        let home = match &row.home {
            Home::Operation(name) => format!("Home::Operation(Operation::{name})"),
            Home::Library(_) | Home::Alias(_) => {
                let list: String = entries[index].iter().map(write_entry).collect();
                format!("Home::Library(&[{list}])")
            }
        };
        let parameters: String = row
            .head
            .parameters
            .iter()
            .map(|p| format!("ParameterPattern {{ name: {:?}, ty: {} }}, ", p.name, write_type(&p.ty)))
            .collect();
        writeln!(
            out,
            "    Row {{ name: {:?}, prototype: {:?}, result: {}, parameters: &[{parameters}], elements: ElementSet({}), \
             widths: {}, since: Standard::{}, deprecated: {}, convergent: {}, ulp: [{}], rounding: Rounding::{}, \
             home: {home}, description: {:?}, section: {:?}, line: {} }},",
            row.head.name,
            row.prototype,
            write_type(&row.head.result),
            row.elements,
            row.widths,
            row.since,
            match &row.deprecated {
                Some(standard) => format!("Some(Standard::{standard})"),
                None => "None".into(),
            },
            row.convergent,
            row.ulp.join(", "),
            row.rounding,
            row.description,
            row.section,
            row.line,
        )
        .unwrap();
    }
    out.push_str("];\n\n");
}

fn write_entry(entry: &Entry) -> String {
    format!(
        "LibraryEntry {{ element: ScalarName::{}, width: {}, function: LibraryId({}), through_float: {} }}, ",
        ELEMENTS[entry.element], entry.width, entry.function, entry.through_float
    )
}

fn write_type(ty: &Type) -> String {
    let element = match ty.element {
        Element::Void => "Void".into(),
        Element::Bool => "Bool".into(),
        Element::Event => "Event".into(),
        Element::Atomic => "Atomic".into(),
        Element::AtomicFlag => "AtomicFlag".into(),
        Element::Fixed(element) => format!("Fixed(ScalarName::{})", ELEMENTS[element]),
        Element::Gentype => "Gentype".into(),
        Element::Unsigned => "Unsigned".into(),
        Element::Signed => "Signed".into(),
        Element::Wider => "Wider".into(),
        Element::Relation => "Relation".into(),
        Element::Image(kind, accesses) => format!("Image(ImageKind::{kind}, Accesses::{accesses})"),
        Element::Sampler => "Sampler".into(),
    };
    let width = match ty.width {
        Width::Fixed(width) => format!("Fixed({width})"),
        Width::Gentype => "Gentype".into(),
    };
    let pointer = match &ty.pointer {
        None => "None".into(),
        Some(pointer) => format!(
            "Some(PointerPattern {{ spaces: Spaces::{}, is_const: {}, is_volatile: {} }})",
            pointer.spaces, pointer.is_const, pointer.is_volatile
        ),
    };
    format!(
        "TypePattern {{ element: ElementPattern::{element}, width: WidthPattern::{width}, pointer: {pointer} }}"
    )
}

/// The names with their rows, and a hash table over them: open addressing by [`hash`], at most half full.
fn write_names(out: &mut String, order: &[usize], rows: &[Row]) {
    let mut names: Vec<(&str, usize, usize)> = Vec::new();
    for (position, &index) in order.iter().enumerate() {
        let name = rows[index].head.name.as_str();
        match names.last_mut() {
            Some(last) if last.0 == name => last.2 = position + 1,
            _ => names.push((name, position, position + 1)),
        }
    }
    let size = (names.len() * 2).next_power_of_two();
    let mut slots = vec![u16::MAX; size];
    for (index, (name, ..)) in names.iter().enumerate() {
        let mut slot = hash(name) as usize & (size - 1);
        while slots[slot] != u16::MAX {
            slot = (slot + 1) & (size - 1);
        }
        slots[slot] = index as u16;
    }
    writeln!(out, "pub(super) static NAMES: [(&str, u16, u16); {}] = {names:?};", names.len()).unwrap();
    writeln!(out, "pub(super) static SLOTS: [u16; {size}] = {slots:?};\n").unwrap();
}

/// FNV-1a; `ferrocl_sema::builtins::table::hash` is its twin.
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn write_library(out: &mut String, functions: &[Item], constants: &[Item]) {
    writeln!(out, "pub(super) static LIBRARY: [LibraryFunction; {}] = [", functions.len()).unwrap();
    for function in functions {
        let needed: Vec<usize> = needed_constants(&function.text, constants);
        writeln!(
            out,
            "    LibraryFunction {{ name: {:?}, file: {:?}, line: {}, source: {:?}, constants: &{needed:?} }},",
            function.name, function.file, function.line, function.text
        )
        .unwrap();
    }
    writeln!(out, "];\n\npub(super) static LIBRARY_CONSTANTS: [LibraryConstant; {}] = [", constants.len())
        .unwrap();
    for constant in constants {
        writeln!(out, "    LibraryConstant {{ name: {:?}, source: {:?} }},", constant.name, constant.text)
            .unwrap();
    }
    out.push_str("];\n");
}

/// Indices of the constants that a text names.
fn needed_constants(text: &str, constants: &[Item]) -> Vec<usize> {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    (0..constants.len()).filter(|&index| words.contains(&constants[index].name.as_str())).collect()
}
