use expect_test::expect;
use ferrocl_base::{IndexVec, Span};
use smallvec::smallvec;

use super::names::Named;
use super::{print, read};
use crate::*;

/// A text with every kind of line.
const EVERYTHING: &str = r#"global g0 constant "W" align 4 {
  bytes 00 00 80 3f 00 00 00 40 00 00 40 40 00 00 80 40 00 00 80 3f 00 00 00 40 00 00 40 40 00 00 80 40
  bytes 00 00 00 00 00 00 00 00
  address at 32 of g1 plus -4
}
global g1 constant "" align 1 {
  bytes 25 64 0a 00
}
function f0 "helper" -> i32 {
  parameter v0: i32 "x"
  value v1: i32 = constant -1
  body {
    let v2: i32 = add v0, v1
    return v2
  }
}
function f1 "every\"thing\\\u{a}" -> void kernel {
  required_work_group_size 16 16 1
  work_group_size_hint 8 1 1
  vector_type_hint "float4"
  attributes "reqd_work_group_size(16,16,1) vec_type_hint(float4)"
  parameter v0: ptr.global "p" type "float4*" pointee f32x4 size 16 signed const restrict volatile
  parameter v1: ptr.constant "s" type "struct S" aggregate 12 align 4
  parameter v2: i32 "n" type "int"
  parameter v3: ptr.local "t" type "uint*" pointee i32 size 4
  slot s0: i32 "i"
  slot s1: bytes 64 align 4 of f32 "a"
  slot s2: bytes 8 align 8 ""
  slot s3: boolx4 ""
  local m0 "tile" size 256 align 4
  labels 3
  value v4: f32x4 = constant [1.5, -0.0, inf, 0x7fc00001]
  value v5: bool = constant true
  value v6: ptr.global = constant null
  value v7: ptr.private = address s1
  value v8: ptr.local = address m0
  value v9: ptr.constant = address g0
  value v10: i64 = undefined
  value v11: f16 = constant 0.099975586
  value v12: f64 = constant 1e300
  value v13: i8x2 = constant [-128, 127]
  body {
    let v14: i64 = work_item global_id 0
    let v15: ptr.global = pointer_offset v0 index v14 scale 16 offset -32
    let v16: f32x4 = load v15 align 16 volatile
    let v17: f32x4 = float_mul v16, v4 contract
    let v18: f32x4 = fma v17, v4, v16 contract finite no_signed_zeros reassociate approximate_divide
    let v19: boolx4 = float_less v18, v4
    set s3 = v19
    let v20: boolx4 = get s3
    let v21: f32x4 = select v20, v18, v4
    let v22: bool = any_true v20
    let v23: f32 = extract v21 at 3
    let v24: f32x2 = shuffle v21, v21 [0, _]
    let v25: f32x4 = insert v23 into v21 at 2
    let v26: f32x2 = construct v23, v23
    let v27: i32x2 = bitcast v26
    let v28: i8x2 = float_to_integer unsigned nearest_even saturate v26
    let v29: f32x2 = integer_to_float signed toward_zero v27
    let v30: f32 = extract_dynamic v24, v14
    let v31: f32x4 = splat v30
    let v32: ptr.private = pointer_offset v7 offset 4
    let v33: ptr.generic = pointer_cast v32
    let v34: ptr.global = pointer_cast v33 checked
    let v35: i64 = pointer_to_integer v34
    let v36: ptr.global = integer_to_pointer v35
    let v37: i32 = atomic_update add v3, v2 sequentially_consistent
    let v38: i32 = atomic_compare_exchange v3, v37, v2 acquire_release
    let v39: i32 = atomic_load v3 acquire
    let v40: i32 = call f0 v39
    let v41: i32 = printf g1, v40
    let v42: i8x2 = saturate_integer signed unsigned v27
    let v43: f64 = float_to_float nearest_even v30
    let v44: i64 = sign_extend v41
    let v45: i8 = truncate v41
    let v46: i32 = collective work_group reduce max_signed v41
    let v47: f64 = collective sub_group scan_exclusive float_add v43
    let v48: f64 = collective active scan_inclusive float_min v47
    let v49: i8 = collective active reduce_clustered xor 4 v45
    let v50: i64 = collective active ballot v22
    let v51: f64 = collective sub_group broadcast v47, v50
    let v52: i8 = collective active shuffle v45, v50
    let v53: i64 = work_item sub_group_local_id 0
    start s1
    store v25 to v36 align 4
    atomic_store v41 to v3 release
    copy v1 to v7 size 12 align 4
    zero v32 size 8 align 4
    block l0 {
      loop l1 unroll 4 {
        if v22 {
          break l0
        } else {
          continue l1
        }
      }
    }
    loop l2 unroll all {
      barrier local global
      barrier sub_group local
      fence acquire
      if v5 {
        return
      }
    }
  }
}
"#;

#[test]
fn what_is_printed_reads_back() {
    let module = read(EVERYTHING).unwrap();
    assert_eq!(print(&module), EVERYTHING);
    verify(&module).unwrap();
}

#[test]
fn values_that_nothing_evaluates_survive() {
    let text = "function f0 \"f\" -> void {\n  value v0: i32 = constant 1\n  value v1: i32 = add v0, v0\n  body {\n  }\n}\n";
    assert_eq!(print(&read(text).unwrap()), text);
}

#[test]
fn every_name_reads_back() {
    fn check<T: Named + std::fmt::Debug>() {
        for &(variant, name) in T::ALL {
            assert_eq!(variant.name(), name);
            assert_eq!(T::from_name(name), Some(variant));
        }
    }
    check::<UnaryOp>();
    check::<BinaryOp>();
    check::<CompareOp>();
    check::<Rounding>();
    check::<AtomicOp>();
    check::<AtomicOrdering>();
    check::<WorkItemQuery>();
    check::<Scalar>();
    check::<AddressSpace>();
    for scalar in Scalar::ALL {
        for n in [1, 2, 3, 4, 8, 16] {
            let ty = ValueType::of(scalar.0, n);
            assert_eq!(super::names::value_type(&ty.to_string()), Some(ty));
        }
    }
}

/// Every f16, and f32 and f64 patterns of every exponent, as constants.
#[test]
fn every_constant_reads_back() {
    let mut function = Function {
        name: "c".into(),
        parameters: vec![],
        result: ValueType::Void,
        slots: IndexVec::new(),
        locals: IndexVec::new(),
        values: IndexVec::new(),
        label_count: 0,
        body: vec![],
        kernel: None,
        span: Span::NONE,
    };
    let mut add = |scalar, bits: u64| {
        let ty = ValueType::Scalar(scalar);
        let op = Op::Constant(smallvec![bits]);
        function.values.push(Value { op, ty, flags: MathFlags::empty(), span: Span::NONE });
    };
    (0..=0xffff).for_each(|bits| add(Scalar::F16, bits));
    for exponent in 0..512u64 {
        for fraction in [0, 1, 0x2aaaaa, 0x400000, 0x7fffff] {
            add(Scalar::F32, exponent << 23 | fraction);
        }
    }
    for exponent in 0..4096u64 {
        add(Scalar::F64, exponent << 52 | exponent.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 12);
    }
    for scalar in [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64] {
        for bits in [0, 1, scalar.mask(), scalar.mask() >> 1, (scalar.mask() >> 1) + 1] {
            add(scalar, bits);
        }
    }
    let module = Module { functions: [function].into_iter().collect(), globals: IndexVec::new() };
    assert!(read(&print(&module)).unwrap() == module);
}

#[track_caller]
fn check_error(text: &str, expected: expect_test::Expect) {
    expected.assert_eq(&read(text).unwrap_err().to_string());
}

#[test]
fn bad_texts_are_rejected() {
    check_error("nonsense", expect!["line 1: expected `global` or `function`"]);
    check_error(
        "function f1 \"f\" -> void {",
        expect!["line 1: expected `f0`, found `f1` (ids are dense and in order)"],
    );
    check_error("function f0 \"f\" -> void {", expect!["line 1: the text ends inside `{`"]);
    check_error("function f0 \"f -> void {", expect!["line 1: the text has no closing quote"]);
    check_error("function f0 \"\\u{110000}\" -> void {", expect!["line 1: a bad \\u{…} in the text"]);
    check_error(
        "global g0 constant \"\" align 4 {\n bytes 0 \n}",
        expect!["line 2: `0` is not a byte in hexadecimal"],
    );
    let body = |line: &str| format!("function f0 \"f\" -> void {{\n  body {{\n{line}\n  }}\n}}\n");
    check_error(&body("wibble"), expect!["line 3: `wibble` is no statement"]);
    check_error(&body("let v0: i32 = wibble"), expect!["line 3: `wibble` is no operator"]);
    check_error(&body("let v0: i33 = undefined"), expect!["line 3: `i33` is not a type"]);
    check_error(&body("let v1: i32 = get s0"), expect!["line 5: v0 is not defined (ids are dense)"]);
    check_error(
        &body("let v4000000000: i32 = get s0"),
        expect!["line 3: v4000000000 is beyond the limit of 16777216 values"],
    );
    check_error(&body("let v0: i8 = constant 256"), expect!["line 3: `256` is no constant of type i8"]);
    check_error(&body("return v0 v1"), expect!["line 3: `v1` is too much on this line"]);
    check_error(&body("let v0: i32 = get s0\nlet v0: i32 = get s0"), expect!["line 4: v0 is defined twice"]);
    check_error(&body("break 3"), expect!["line 3: expected an id `l…`, found `3`"]);
    check_error(&body("store v0 v1"), expect!["line 3: expected `to`, found `v1`"]);
    check_error(&body("§"), expect!["line 3: unexpected character '§'"]);
    check_error(&body(&"block l0 {\n".repeat(2000)), expect!["line 1003: statements nest deeper than 1000"]);
}

#[test]
fn notes_are_comments() {
    use crate::text::{Note, Place, print_function_with};
    let module = read(EVERYTHING).unwrap();
    for id in module.functions.ids() {
        let mut places = 0;
        let text = print_function_with(&module, id, &mut |place| {
            places += 1;
            let beside = match place {
                Place::End => String::new(),
                place => format!("{place:?}").lines().next().unwrap_or_default().to_owned(),
            };
            Note { above: vec![format!("place {places}")], beside }
        });
        assert!(places > module.functions[id].body.len());
        let without: String = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default().trim_end())
            .filter(|line| !line.is_empty())
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(without, print_function(&module, id));
    }
}

/// Cut anywhere, the text gives an error or a module, never a panic.
#[test]
fn cut_texts_do_not_panic() {
    for end in (0..EVERYTHING.len()).step_by(7) {
        let _ = read(&EVERYTHING[..end]);
    }
}
