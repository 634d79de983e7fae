//! `as_T` for all pairs of types of one size, on every engine (section "Reinterpreting Types Using as_type() and as_typen()").
//!
//! With other numbers of components the result is implementation-defined; here it is the bytes in their order in memory,
//! the first component lowest. A 3-vector takes the place of four components, the last of which is undefined.

use std::fmt::Write;

use ferrocl_base::random::Random;
use ferrocl_tests::engines::{Engine, Runner};
use ferrocl_tests::exact::{ELEMENTS, Element};

/// A scalar or vector type.
#[derive(Clone, Copy)]
struct Type {
    element: Element,
    components: usize,
}

impl Type {
    fn name(self) -> String {
        match self.components {
            1 => self.element.name.to_owned(),
            n => format!("{}{n}", self.element.name),
        }
    }
    /// `sizeof`.
    fn size(self) -> usize {
        self.element.bytes() * if self.components == 3 { 4 } else { self.components }
    }
    /// How many of its bytes are defined.
    fn defined(self) -> usize {
        self.element.bytes() * self.components
    }
}

fn types() -> Vec<Type> {
    let widths = [1, 2, 3, 4, 8, 16];
    ELEMENTS.into_iter().flat_map(|element| widths.map(|components| Type { element, components })).collect()
}

/// Work-items: more than the lanes, and no multiple of them.
const ITEMS: usize = 19;

#[test]
fn all_pairs_of_a_size() {
    let mut source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n".to_owned();
    let all = types();
    let targets = |from: Type| all.iter().copied().filter(move |to| to.size() == from.size());
    for &from in &all {
        let name = from.name();
        writeln!(source, "kernel void from_{name}(global const {name} *in, global uchar *out) {{").unwrap();
        writeln!(source, "size_t i = get_global_id(0); {name} x = in[i];").unwrap();
        for (number, to) in targets(from).enumerate() {
            let (to, at) = (to.name(), number * ITEMS * from.size());
            writeln!(source, "((global {to} *)(out + {at}))[i] = as_{to}(x);").unwrap();
        }
        source.push_str("}\n");
    }
    let runner = Runner::new("reinterpretation.cl", &source, "-w");
    let mut random = Random::new(11);
    let mut pairs = 0;
    for &from in &all {
        // Any bits: NaNs that signal are among them, and stay as they are.
        let mut input: Vec<u8> = (0..ITEMS * from.size()).map(|_| random.bits() as u8).collect();
        if from.element.is_float() {
            let signalling = from.element.infinity() | 1;
            input[..from.element.bytes()].copy_from_slice(&from.element.pack(&[signalling]));
        }
        let size = targets(from).count() * input.len();
        for engine in Engine::all() {
            let got = runner.run(engine, &format!("from_{}", from.name()), &[&input], size, ITEMS);
            for (number, to) in targets(from).enumerate() {
                pairs += 1;
                let defined = from.defined().min(to.defined());
                for item in 0..ITEMS {
                    let before = &input[item * from.size()..][..defined];
                    let after = &got[(number * ITEMS + item) * from.size()..][..defined];
                    assert_eq!(before, after, "as_{}({}), item {item} ({engine})", to.name(), from.name());
                }
            }
        }
    }
    assert_eq!(pairs, Engine::all().len() * 710);
}
