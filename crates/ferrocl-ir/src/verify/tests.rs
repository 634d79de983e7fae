//! Each rule with a module that breaks it, and just it.

use ferrocl_base::id::Id;

use crate::*;

/// A kernel with a parameter of most types and values to use, in a module with a helper and data.
fn module(head: &str, body: &str) -> String {
    format!(
        "global g0 constant \"text\" align 1 {{
           bytes 61 00
         }}
         global g1 global \"data\" align 4 {{
           bytes 00 00 00 00 00 00 00 00
         }}
         function f0 \"helper\" -> i32 {{
           parameter v0: i32 \"x\"
           parameter v1: f32 \"y\"
           body {{
             return v0
           }}
         }}
         function f1 \"t\" -> void kernel {{
           parameter v0: ptr.global \"p\"
           parameter v1: i32 \"i\"
           parameter v2: i64 \"l\"
           parameter v3: f32 \"f\"
           parameter v4: i32x4 \"v\"
           parameter v5: f32x4 \"w\"
           parameter v6: ptr.constant \"c\"
           parameter v7: f32x3 \"t\"
           slot s0: i32 \"s\"
           slot s1: bytes 16 align 4 \"b\"
           slot s2: bool \"q\"
           local m0 \"l\" size 16 align 4
           labels 4
           value v8: bool = constant true
           value v9: boolx4 = constant [true, true, true, true]
           value v10: ptr.generic = undefined
           value v11: ptr.private = address s1
           {head}
           body {{
             {body}
           }}
         }}"
    )
}

#[track_caller]
fn messages(text: &str) -> Vec<String> {
    let module = read(text).unwrap_or_else(|error| panic!("{error}"));
    match verify(&module) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(|error| error.to_string()).collect(),
    }
}

/// The module breaks just one rule, with this message.
#[track_caller]
fn breaks(text: &str, message: &str) {
    assert_eq!(messages(text), [message]);
}

/// A value v12 with this type and op breaks a rule.
#[track_caller]
fn value_breaks(definition: &str, message: &str) {
    let text = module("", &format!("let v12: {definition}"));
    assert_eq!(messages(&text), [format!("f1: v12: {message}")], "{definition}");
}

#[track_caller]
fn stmt_breaks(body: &str, message: &str) {
    assert_eq!(messages(&module("", body)), [format!("f1: {message}")], "{body}");
}

#[test]
fn the_module_to_start_from_is_right() {
    assert_eq!(messages(&module("", "")), [""; 0]);
}

#[test]
fn operands_of_arithmetic() {
    value_breaks("i32 = float_negate v1", "i32 is not a float");
    value_breaks("f32 = negate v3", "f32 is not an integer");
    value_breaks("f32 = not v3", "f32 is neither an integer nor bool");
    value_breaks("bool = negate v8", "bool is not an integer");
    value_breaks("i64 = negate v1", "the operand has type i32, not i64");
    value_breaks("bool = any_true v8", "an operand has type bool, not a vector");
    value_breaks("bool = all_true v4", "an operand has type i32x4, not a vector of bool");
    value_breaks("boolx4 = any_true v9", "the result has type boolx4, not bool");
    value_breaks("i32 = add v1, v2", "the second operand has type i64, not i32");
    value_breaks("i32 = add v2, v1", "the first operand has type i64, not i32");
    value_breaks("f32 = add v3, v3", "f32 is not an integer");
    value_breaks("i32 = float_add v1, v1", "i32 is not a float");
    value_breaks("f32 = xor v3, v3", "f32 is neither an integer nor bool");
    value_breaks("f32 = fma v3, v3, v1", "an operand has type i32, not f32");
    value_breaks("i32 = fma v1, v1, v1", "i32 is not a float");
    value_breaks("bool = less_signed v1, v2", "the second operand has type i64, not i32");
    value_breaks("i32 = less_signed v1, v1", "the result has type i32, not bool");
    value_breaks("bool = less_signed v4, v4", "the result has type bool, not boolx4");
    value_breaks("bool = less_signed v0, v0", "ptr.global is not an integer");
    value_breaks("bool = less_unsigned v8, v8", "bool is not an integer");
    value_breaks("bool = equal v3, v3", "f32 is neither an integer nor bool");
    value_breaks("bool = float_equal v1, v1", "i32 is not a float");
    value_breaks("bool = equal v0, v6", "the second operand has type ptr.constant, not ptr.global");
    value_breaks("i32 = select v1, v1, v1", "a condition of type i32 cannot select from i32");
    value_breaks("f32x3 = select v9, v7, v7", "a condition of type boolx4 cannot select from f32x3");
    value_breaks("i32 = select v8, v1, v3", "an operand has type f32, not i32");
}

#[test]
fn operands_of_conversions() {
    value_breaks("i64 = truncate v1", "Truncate from i32 to i64");
    value_breaks("i32 = zero_extend v2", "ZeroExtend from i64 to i32");
    value_breaks("i64 = sign_extend v3", "SignExtend from f32 to i64");
    value_breaks("i64x4 = sign_extend v1", "SignExtend from i32 to i64x4");
    value_breaks(
        "i32 = saturate_integer signed signed v8",
        "SaturateInteger { from_signed: true, to_signed: true } from bool to i32",
    );
    value_breaks(
        "f32 = integer_to_float signed upward v8",
        "IntegerToFloat { signed: true, rounding: Upward } from bool to f32",
    );
    value_breaks(
        "bool = float_to_integer signed upward v3",
        "FloatToInteger { signed: true, rounding: Upward, saturate: false } from f32 to bool",
    );
    value_breaks("f32 = float_to_float upward v3", "FloatToFloat { rounding: Upward } from f32 to f32");
    value_breaks("i64 = truncate v0", "ptr.global cannot be converted to i64");
    value_breaks("i64 = bitcast v1", "i32 and i64 do not have the same bits");
    value_breaks("i64 = bitcast v0", "ptr.global and i64 do not have the same bits");
    value_breaks("f32x4 = bitcast v7", "f32x3 and f32x4 do not have the same bits");
    value_breaks("bool = bitcast v8", "bool and bool do not have the same bits");
}

#[test]
fn operands_of_vector_ops() {
    value_breaks("f32 = splat v3", "the result has type f32, not a vector");
    value_breaks("i32x4 = splat v3", "the operand has type f32, not i32");
    value_breaks("i32 = construct v1", "the result has type i32, not a vector");
    value_breaks("i32x2 = construct v1", "1 operands make i32x2");
    value_breaks("i32x2 = construct v1, v3", "an operand has type f32, not i32");
    value_breaks("i32 = extract v1 at 0", "an operand has type i32, not a vector");
    value_breaks("i32 = extract v4 at 4", "component 4 of 4");
    value_breaks("f32 = extract v4 at 0", "the result has type f32, not i32");
    value_breaks("i32 = extract_dynamic v4, v3", "f32 is not an integer");
    value_breaks("i32 = extract_dynamic v4, v4", "i32x4 is not a scalar");
    value_breaks("i32x4 = insert v3 into v4 at 0", "the component has type f32, not i32");
    value_breaks("i32x4 = insert v1 into v4 at 7", "component 7 of 4");
    value_breaks("f32x4 = insert v1 into v4 at 0", "the result has type f32x4, not i32x4");
    value_breaks("i32x2 = shuffle v4, v5 [0, 1]", "the second operand has type f32x4, not i32x4");
    value_breaks("i32x2 = shuffle v4, v4 [0, 8]", "a pick beyond the 8 components");
    value_breaks("i32x4 = shuffle v4, v4 [0, 1, 2, 3, 4]", "5 picks");
    value_breaks("i32x2 = shuffle v4, v4 [0]", "the result has type i32x2, not i32");
}

#[test]
fn addresses() {
    let value = |definition: &str, message: &str| {
        breaks(&module(&format!("value v12: {definition}"), ""), &format!("f1: v12: {message}"))
    };
    value("ptr.private = address s9", "s9 does not exist");
    value("ptr.global = address s1", "the result has type ptr.global, not ptr.private");
    value("ptr.local = address m9", "m9 does not exist");
    value("ptr.global = address m0", "the result has type ptr.global, not ptr.local");
    value("ptr.constant = address g9", "g9 does not exist");
    value("ptr.global = address g0", "the result has type ptr.global, not ptr.constant");
    value("i32 = parameter 1", "is not the value of parameter 1");
    value("i32 = parameter 99", "is not the value of parameter 99");
    value("i32 = constant 0x100000000", "a constant is too large for i32");
    value("i32x2 = constant [1, 2, 3]", "a constant of 3 components has type i32x2");
    value("void = undefined", "only a call can be void");
    value_breaks("i32 = pointer_offset v1 offset 4", "i32 is not a pointer");
    value_breaks("ptr.local = pointer_offset v0 offset 4", "the base has type ptr.global, not ptr.local");
    value_breaks("ptr.global = pointer_offset v0 index v1 scale 4", "the index has type i32, not i64");
    value_breaks("i64 = pointer_to_integer v2", "i64 is not a pointer");
    value_breaks("i32 = pointer_to_integer v0", "the result has type i32, not i64");
    value_breaks("ptr.global = integer_to_pointer v1", "the operand has type i32, not i64");
    value_breaks("i64 = integer_to_pointer v2", "i64 is not a pointer");
    value_breaks("ptr.local = pointer_cast v0", "ptr.global cannot be cast to ptr.local");
    value_breaks("ptr.generic = pointer_cast v6", "ptr.constant cannot be cast to ptr.generic");
    value_breaks(
        "ptr.generic = pointer_cast v0 checked",
        "ptr.global cannot be cast to ptr.generic (checked)",
    );
    value_breaks("i64 = pointer_cast v10", "ptr.generic cannot be cast to i64");
}

#[test]
fn memory() {
    value_breaks("i32 = load v2 align 4", "i64 is not a pointer");
    value_breaks("bool = load v0 align 1", "a value of type bool is never in memory");
    value_breaks("i32 = load v0 align 3", "the alignment 3 is not a power of two");
    value_breaks("i32 = get s1", "s1 holds bytes, so it cannot be read whole");
    value_breaks("f32 = get s0", "the result has type f32, not i32");
    value_breaks("f32 = get s9", "s9 does not exist");
    value_breaks("f32 = atomic_update add v0, v3 relaxed", "Add on f32");
    value_breaks("i32 = atomic_update float_add v0, v1 relaxed", "FloatAdd on i32");
    value_breaks("i32 = atomic_update add v6, v1 relaxed", "constant space cannot be written");
    value_breaks("i32x4 = atomic_update add v0, v4 relaxed", "an atomic on i32x4");
    value_breaks("i32 = atomic_update add v0, v2 relaxed", "the operand has type i64, not i32");
    value_breaks("i32 = atomic_compare_exchange v0, v1, v2 relaxed", "an operand has type i64, not i32");
    value_breaks("i32 = atomic_load v0 release", "an atomic load cannot release");
    value_breaks("i32x4 = atomic_load v0 relaxed", "an atomic on i32x4");
    stmt_breaks("store v1 to v2 align 4", "v2 has type i64, not a pointer");
    stmt_breaks("store v1 to v6 align 4", "v6 points to constant space, which cannot be written");
    stmt_breaks("store v8 to v0 align 1", "a value of type bool is never in memory");
    stmt_breaks("store v1 to v0 align 0", "the alignment 0 is not a power of two");
    stmt_breaks("atomic_store v4 to v0 relaxed", "an atomic store of type i32x4");
    stmt_breaks("atomic_store v1 to v0 acquire", "an atomic store cannot acquire");
    stmt_breaks("copy v0 to v6 size 4 align 4", "v6 points to constant space, which cannot be written");
    stmt_breaks("copy v1 to v0 size 4 align 4", "v1 has type i32, not a pointer");
    stmt_breaks("copy v0 to v11 size 4 align 6", "the alignment 6 is not a power of two up to 65536");
    stmt_breaks("zero v0 size 5000000000 align 4", "5000000000 bytes are more than 4294967296");
    stmt_breaks("set s0 = v3", "v3 of type f32 is written to s0 of type i32");
    stmt_breaks("set s1 = v3", "s1 holds bytes, so it cannot be written whole");
    stmt_breaks("set s9 = v3", "s9 does not exist");
    stmt_breaks("start s9", "s9 does not exist");
}

#[test]
fn calls_and_queries() {
    value_breaks("i32 = call f9", "f9 does not exist");
    value_breaks("i32 = call f0 v1", "1 arguments for 2 parameters");
    value_breaks("i32 = call f0 v1, v1", "an argument has type i32, not f32");
    value_breaks("i64 = call f0 v1, v3", "the result has type i64, not i32");
    value_breaks("i32 = collective work_group shuffle v1, v2", "Shuffle in a work-group");
    value_breaks("i32 = collective work_group broadcast v1", "a source is missing, or too much");
    value_breaks("i32 = collective work_group broadcast v1, v1", "the source has type i32, not i64");
    value_breaks("i32 = collective sub_group reduce sub v1", "Sub of i32 is not done in groups");
    value_breaks("f32 = collective sub_group reduce add v3", "Add of f32 is not done in groups");
    value_breaks("i64 = collective sub_group reduce add v1", "the result has type i64, not i32");
    value_breaks("i32x4 = collective sub_group reduce add v4", "i32x4 is not a scalar");
    value_breaks(
        "i32 = collective active reduce_clustered add 3 v1",
        "the size 3 of a cluster is not a power of two",
    );
    value_breaks("i64 = collective active ballot v1", "the operand has type i32, not bool");
    value_breaks("i64 = work_item global_id 3", "dimension 3");
    value_breaks("i32 = work_item global_id 0", "the result has type i32, not i64");
    value_breaks("i64 = work_item work_dimension 0", "the result has type i64, not i32");
    value_breaks("i32 = printf g9", "g9 does not exist");
    value_breaks("i32 = printf g1", "g1 is no zero-terminated string in constant space");
    value_breaks("i64 = printf g0", "the result has type i64, not i32");
    value_breaks("i32 = printf g0, v8", "an argument of type bool");
}

#[test]
fn values_are_used_where_they_exist() {
    let add = "let v12: i32 = add v1, v1";
    stmt_breaks("set s0 = v99", "v99 does not exist");
    breaks(&module("", &format!("set s0 = v12\n{add}")), "f1: v12 is used where it does not exist");
    breaks(
        &module("", &format!("if v8 {{\n{add}\n}}\nset s0 = v12")),
        "f1: v12 is used where it does not exist",
    );
    breaks(
        &module("", &format!("if v8 {{\n{add}\n}} else {{\nset s0 = v12\n}}")),
        "f1: v12 is used where it does not exist",
    );
    breaks(&module("", "let v12: i32 = add v12, v1"), "f1: v12 is used where it does not exist");
    breaks(&module("value v12: i32 = add v1, v1", "set s0 = v12"), "f1: v12 is used where it does not exist");
    breaks(&module("", "let v12: i32 = add v1, v77"), "f1: v12: v77 does not exist");
    breaks(
        &module("", "let v12: i32 = constant 1"),
        "f1: v12: exists everywhere, so it cannot be in a `let`",
    );
    // A value that nothing evaluates harms nobody.
    assert_eq!(messages(&module("value v12: i32 = add v1, v1", "")), [""; 0]);
    // The text form has one `let` a value, the data may have more.
    let mut module = read(&module("", add)).unwrap();
    let function = &mut module.functions[FunctionId::new(1)];
    let twice = function.body[0].clone();
    function.body.push(twice);
    let errors = verify(&module).unwrap_err();
    assert_eq!(errors.iter().map(|e| e.to_string()).collect::<Vec<_>>(), ["f1: v12: has two `let`s"]);
    // Nor does it give ids of functions' values that do not exist.
    module.functions[FunctionId::new(1)].body = vec![Stmt::Let(ValueId(1000))];
    assert_eq!(verify(&module).unwrap_err()[0].to_string(), "f1: v1000 does not exist");
}

#[test]
fn labels() {
    stmt_breaks("break l0", "`break l0` is not inside of l0");
    stmt_breaks("block l0 {\n}\nbreak l0", "`break l0` is not inside of l0");
    stmt_breaks("block l0 {\ncontinue l0\n}", "`continue l0` is not inside of a loop l0");
    stmt_breaks("block l0 {\n}\nloop l0 {\n}", "two statements have the label l0");
    stmt_breaks("block l9 {\n}", "l9 does not exist");
    breaks(
        &module("", "").replace("labels 4", "labels 4000000000"),
        "f1: 4000000000 labels are more than 16777216",
    );
    stmt_breaks("if v1 {\n}", "the condition v1 has type i32, not bool");
    stmt_breaks("return v1", "the function gives void, the return i32");
    let text = module("", "").replace("return v0", "return v1");
    breaks(&text, "f0: the function gives i32, the return f32");
    let text = module("", "").replace("return v0", "return");
    breaks(&text, "f0: the function gives i32, the return void");
}

#[test]
fn nesting_is_bounded() {
    let mut module = read(&module("", "")).unwrap();
    let function = &mut module.functions[FunctionId::new(1)];
    let condition = ValueId::new(8);
    let mut body = Vec::new();
    for _ in 0..MAX_NESTING {
        body = vec![Stmt::If { condition, then: body, otherwise: vec![], span: ferrocl_base::Span::NONE }];
    }
    function.body = body.clone();
    verify(&module).unwrap();
    body = vec![Stmt::If { condition, then: body, otherwise: vec![], span: ferrocl_base::Span::NONE }];
    module.functions[FunctionId::new(1)].body = body;
    assert_eq!(verify(&module).unwrap_err()[0].to_string(), "f1: statements nest deeper than 1000");
}

#[test]
fn variables() {
    let with = |from: &str, to: &str| module("", "").replace(from, to);
    breaks(&with("slot s0: i32", "slot s0: void"), "f1: s0 is void");
    breaks(
        &with("slot s1: bytes 16 align 4", "slot s1: bytes 16 align 5"),
        "f1: s1: the alignment 5 is not a power of two up to 65536",
    );
    breaks(
        &with("slot s1: bytes 16 align 4", "slot s1: bytes 99999999999 align 4"),
        "f1: s1: 99999999999 bytes are more than 4294967296",
    );
    breaks(
        &with("size 16 align 4", "size 16 align 131072"),
        "f1: m0: the alignment 131072 is not a power of two up to 65536",
    );
    breaks(&with("global g1 global", "global g1 local"), "g1: program-scope data cannot be in local space");
    breaks(
        &with("global g1 global \"data\" align 4", "global g1 global \"data\" align 0"),
        "g1: the alignment 0 is not a power of two up to 65536",
    );
    let relocated = |at: &str| {
        with("bytes 00 00 00 00 00 00 00 00", &format!("bytes 00 00 00 00 00 00 00 00 00 00 00 00\n{at}"))
    };
    assert_eq!(messages(&relocated("address at 4 of g0 plus 0")), [""; 0]);
    breaks(&relocated("address at 5 of g0 plus 0"), "g1: the address at 5 lies outside of the data");
    breaks(
        &relocated("address at 18446744073709551615 of g0 plus 0"),
        "g1: the address at 18446744073709551615 lies outside of the data",
    );
    breaks(&relocated("address at 0 of g9 plus 0"), "g1: g9 does not exist");
    breaks(&relocated("address at 0 of g0 plus 0\naddress at 4 of g0 plus 0"), "g1: two addresses overlap");
    // The address of a slot of bool, used.
    breaks(
        &module("value v12: ptr.private = address s2", "zero v12 size 1 align 1"),
        "f1: the address of s2 is taken, but it holds bool",
    );
}

#[test]
fn kernels() {
    let kernel = |parameter: &str| {
        format!("function f0 \"t\" -> void kernel {{\nparameter v0: {parameter}\nbody {{\n}}\n}}\n")
    };
    breaks(&kernel("bool \"b\""), "f0: parameter 0 has type bool, which a kernel's parameter cannot have");
    breaks(
        &kernel("ptr.private \"p\""),
        "f0: parameter 0 has type ptr.private, which a kernel's parameter cannot have",
    );
    breaks(
        &kernel("ptr.generic \"p\""),
        "f0: parameter 0 has type ptr.generic, which a kernel's parameter cannot have",
    );
    breaks(
        &kernel("ptr.global \"p\" aggregate 8 align 4"),
        "f0: parameter 0: only a kernel's constant pointer can stand for an aggregate",
    );
    breaks(
        &kernel("ptr.constant \"p\" aggregate 8 align 3"),
        "f0: parameter 0: the alignment 3 is not a power of two up to 65536",
    );
    for wrong in [
        "ptr.constant \"p\" read_only image2d_t",
        "ptr.constant \"p\" aggregate 8 align 8 write_only image1d_buffer_t",
        "f32 \"s\" sampler",
    ] {
        breaks(
            &kernel(wrong),
            "f0: parameter 0: an image is an aggregate of a kernel of its own size, a sampler an i32",
        );
    }
    let text = kernel("i32 \"i\"").replace("-> void kernel", "-> i32 kernel");
    breaks(&text, "f0: a kernel has a result");
    let twice = kernel("i32 \"i\"") + &kernel("i32 \"i\"").replace("f0", "f1");
    breaks(&twice, "f1: two kernels are named \"t\"");
    let text = kernel("void \"i\"").replace(" kernel {", " {");
    assert_eq!(messages(&text), ["f0: parameter 0 is void", "f0: v0: only a call can be void"]);
    let text = kernel("void \"i\"").replace(" kernel {", " {");
    assert_eq!(messages(&text), ["f0: parameter 0 is void", "f0: v0: only a call can be void"]);
    let mut module = read(&kernel("i32 \"i\"")).unwrap();
    module.functions[FunctionId::new(0)].parameters[0].ty = ValueType::Scalar(Scalar::I64);
    assert_eq!(
        verify(&module).unwrap_err()[0].to_string(),
        "f0: v0: parameter 0 has type i64, its value i32"
    );
    module.functions[FunctionId::new(0)].parameters[0].value = ValueId(7);
    assert_eq!(
        verify(&module).unwrap_err()[0].to_string(),
        "f0: parameter 0 is not the value of `parameter 0`"
    );
    let mut module = read(&kernel("i32 \"i\"")).unwrap();
    let function = &mut module.functions[FunctionId::new(0)];
    function.values[ValueId(0)].ty = ValueType::Vector(Scalar::I32, 5);
    function.parameters[0].ty = ValueType::Vector(Scalar::I32, 5);
    assert_eq!(
        verify(&module).unwrap_err()[0].to_string(),
        "f0: v0: a vector has 5 components, which none can have"
    );
}

#[test]
fn calls_form_no_cycle() {
    let function = |i: usize, callee: usize| {
        format!("function f{i} \"f\" -> void {{\nbody {{\nlet v0: void = call f{callee}\n}}\n}}\n")
    };
    breaks(&function(0, 0), "f0: the call of f0 makes a cycle");
    breaks(&(function(0, 1) + &function(1, 2) + &function(2, 0)), "f2: the call of f0 makes a cycle");
    // A chain much longer than any stack.
    let mut text = String::from("function f0 \"f\" -> void {\nbody {\n}\n}\n");
    for i in 1..20_000 {
        text += &function(i, i - 1);
    }
    assert_eq!(messages(&text), [""; 0]);
}

#[test]
fn what_is_learnt() {
    let text = r#"
    function f0 "leaf" -> void {
      parameter v0: ptr.local "p"
      local m0 "a" size 5 align 1
      body {
        barrier local
      }
    }
    function f1 "middle" -> void {
      parameter v0: ptr.local "p"
      local m0 "b" size 8 align 8
      body {
        let v1: void = call f0 v0
      }
    }
    function f2 "top" -> void kernel {
      slot s0: i32 "taken"
      slot s1: i32 "not"
      slot s2: i32 "address is never used"
      local m0 "c" size 3 align 1
      value v0: ptr.local = address m0
      value v1: ptr.private = address s0
      value v2: ptr.private = address s2
      body {
        let v3: void = call f1 v0
        let v4: void = call f0 v0
        zero v1 size 4 align 4
      }
    }
    function f3 "plain" -> void kernel {
      body {
      }
    }"#;
    let module = read(text).unwrap();
    let info = verify(&module).unwrap();
    let top = &info.functions[FunctionId(2)];
    assert_eq!(top.address_taken.as_slice(), [true, false, false]);
    assert!(top.has_barrier && top.uses_local_variables);
    assert_eq!(top.callees, [FunctionId(0), FunctionId(1)]);
    let [a, b, c] = [(FunctionId(0), LocalId(0)), (FunctionId(1), LocalId(0)), (FunctionId(2), LocalId(0))];
    assert_eq!(top.local_layout, [(c.0, c.1, 0), (a.0, a.1, 3), (b.0, b.1, 8)]);
    assert_eq!((top.local_size, top.local_align), (16, 8));
    let plain = &info.functions[FunctionId(3)];
    assert!(!plain.has_barrier && !plain.uses_local_variables && plain.local_size == 0);
    let position = |id| info.call_order.iter().position(|&other| other == FunctionId(id)).unwrap();
    assert!(position(0) < position(1) && position(1) < position(2));
    assert_eq!(info.call_order.len(), 4);
}
