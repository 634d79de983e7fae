//! The functions on packed bytes and words, at every width and on every engine, over values at the edges and random ones. `cargo xtask
//! packed` takes millions.

use ferrocl_tests::engines::Engine;
use ferrocl_tests::packed::{FUNCTIONS, check};

/// Work-items: a few lanes more than there are combinations of edges.
const ITEMS: usize = 19 * 19 * 19 + 12;

#[test]
fn every_function_gives_what_its_model_gives() {
    for function in FUNCTIONS {
        let checked = check(function, &Engine::all(), ITEMS, 1);
        assert!(checked >= 2 * (Engine::all().len() * ITEMS) as u64, "{}", function.title());
    }
}
