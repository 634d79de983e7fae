//! Simplification: what is known before the program runs is worked out, what nothing needs goes.
//!
//! * [`walk`] goes forward through the statements: it folds values ([`fold`]), shares equal ones, forwards what slots are known
//!   to hold, turns accesses to whole variables into slot accesses, and decides branches.
//! * [`tails`] turns jumps to the end of an enclosing block into structure.
//! * [`split`] takes arrays and aggregates apart into slots of their own, one an element, where every access is known.
//! * [`dead`] drops values, writes and statements without effect.
//!
//! Everything is exact: floats are only touched where no bit of any result changes (NaN payloads excepted).

mod dead;
mod fold;
mod rules;
mod split;
mod tails;
mod walk;

use crate::Function;

/// Rounds of simplification; each finds less than the one before.
const ROUNDS: usize = 4;

/// Simplifies a function without calls or with.
pub fn simplify(function: &mut Function) {
    for _ in 0..ROUNDS {
        let mut changed = walk::walk(function);
        changed |= split::split(function);
        changed |= dead::remove(function);
        if !changed {
            break;
        }
    }
    super::compact(function);
}
