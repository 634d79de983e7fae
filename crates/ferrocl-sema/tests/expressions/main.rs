//! What analysis makes of expressions: types, conversions, values of constant ones, and what it rejects.
//!
//! * `harness`: one expression through the front end;
//! * `seeds`: each statement of the documents that the project starts from, accepted or rejected as it says;
//! * `steps`: an evaluation told step by step;
//! * `snapshots`: the conversions of typical expressions, as text;
//! * `conversions`: `convert_T` and `as_T` for all pairs of types;
//! * `model`: every operator on every pair of operand types, against an independent model of the rules;
//! * `checker`: many expressions at once;
//! * `bounds`: long and deep expressions;
//! * `well_typed`: what every typed tree has to keep.

mod bounds;
mod checker;
mod conversions;
mod harness;
mod model;
mod seeds;
mod snapshots;
mod steps;
mod well_typed;
