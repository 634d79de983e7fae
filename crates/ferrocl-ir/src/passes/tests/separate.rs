//! Separation of kernels for groups of one.

use expect_test::expect;

use super::{after, kernel};
use crate::passes::separate;

#[test]
fn groups_of_one_are_no_groups() {
    let text = kernel(
        "",
        "let v7: i64 = work_item local_id 0
         let v8: i64 = work_item group_id 1
         let v9: i64 = work_item num_groups 0
         barrier local
         let v10: i64 = add v7, v8
         let v11: i64 = add v10, v9
         store v11 to v0 align 8",
    );
    let text = after(&text, |module, id| separate(&mut module.functions[id]));
    expect![[r#"
        body {
          let v9: i64 = work_item global_id 1
          let v10: i64 = work_item global_offset 1
          let v6: i64 = sub v9, v10
          let v7: i64 = work_item global_size 0
          let v8: i64 = add v6, v7
          store v8 to v0 align 8
        }
    "#]]
    .assert_eq(&text);
}
