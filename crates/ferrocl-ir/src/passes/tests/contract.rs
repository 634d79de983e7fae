use expect_test::{Expect, expect};

use super::{after, kernel};
use crate::passes::{contract, simplify};

#[track_caller]
fn check(body: &str, expected: Expect) {
    let found = after(&kernel("", body), |module, id| {
        contract(&mut module.functions[id]);
        simplify(&mut module.functions[id]);
    });
    expected.assert_eq(&found);
}

#[test]
fn sums_of_products() {
    check(
        "let v7: f32 = float_mul v3, v4 contract
         let v8: f32 = float_add v7, v3 contract
         store v8 to v0 align 4",
        expect![[r#"
            body {
              let v6: f32 = fma v3, v4, v3 contract
              store v6 to v0 align 4
            }
        "#]],
    );
    check(
        "let v7: f32 = float_mul v3, v4 contract
         let v8: f32 = float_add v3, v7 contract
         store v8 to v0 align 4",
        expect![[r#"
            body {
              let v6: f32 = fma v3, v4, v3 contract
              store v6 to v0 align 4
            }
        "#]],
    );
}

#[test]
fn differences_negate() {
    check(
        "let v7: f32 = float_mul v3, v4 contract
         let v8: f32 = float_sub v7, v3 contract
         store v8 to v0 align 4",
        expect![[r#"
            body {
              let v7: f32 = float_negate v3 contract
              let v6: f32 = fma v3, v4, v7 contract
              store v6 to v0 align 4
            }
        "#]],
    );
    check(
        "let v7: f32 = float_mul v3, v4 contract
         let v8: f32 = float_sub v4, v7 contract
         store v8 to v0 align 4",
        expect![[r#"
            body {
              let v7: f32 = float_negate v3 contract
              let v6: f32 = fma v7, v4, v4 contract
              store v6 to v0 align 4
            }
        "#]],
    );
}

/// Of two products the first is fused; a chain fuses at every link.
#[test]
fn the_first_product_is_fused() {
    check(
        "let v7: f32 = float_mul v3, v4 contract
         let v8: f32 = float_mul v4, v4 contract
         let v9: f32 = float_add v7, v8 contract
         let v10: f32 = float_mul v9, v3 contract
         let v11: f32 = float_add v10, v4 contract
         store v11 to v0 align 4",
        expect![[r#"
            body {
              let v6: f32 = float_mul v4, v4 contract
              let v7: f32 = fma v3, v4, v6 contract
              let v8: f32 = fma v7, v3, v4 contract
              store v8 to v0 align 4
            }
        "#]],
    );
}

/// Neither without the mark on both, nor where the product has another use.
#[test]
fn what_is_not_fused() {
    check(
        "let v7: f32 = float_mul v3, v4
         let v8: f32 = float_add v7, v3 contract
         store v8 to v0 align 4
         let v9: f32 = float_mul v4, v4 contract
         let v10: f32 = float_add v9, v3
         store v10 to v0 align 4
         let v11: f32 = float_mul v3, v3 contract
         let v12: f32 = float_add v11, v4 contract
         store v11 to v0 align 4
         store v12 to v0 align 4",
        expect![[r#"
            body {
              let v6: f32 = float_mul v3, v4
              let v7: f32 = float_add v6, v3 contract
              store v7 to v0 align 4
              let v8: f32 = float_mul v4, v4 contract
              let v9: f32 = float_add v8, v3
              store v9 to v0 align 4
              let v10: f32 = float_mul v3, v3 contract
              let v11: f32 = float_add v10, v4 contract
              store v10 to v0 align 4
              store v11 to v0 align 4
            }
        "#]],
    );
}
