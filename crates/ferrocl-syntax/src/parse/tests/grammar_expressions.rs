//! Expressions: each production, precedence and association.

use expect_test::expect;

use super::body;

#[test]
fn precedence() {
    body(
        "a = b ? c : d || e && f | g ^ h & i == j < k << l + m * n;
         a * b + c << d < e == f & g ^ h | i && j || k;
         a - b - c; a / b % c * d; a < b > c <= d >= e; a != b == c; a << b >> c; a ^^ b || c;",
        expect![[r#"
            do (= a (? b c (|| d (&& e (| f (^ g (& h (== i (< j (<< k (+ l (* m n))))))))))))
            do (|| (&& (| (^ (& (== (< (<< (+ (* a b) c) d) e) f) g) h) i) j) k)
            do (- (- a b) c)
            do (* (% (/ a b) c) d)
            do (>= (<= (> (< a b) c) d) e)
            do (== (!= a b) c)
            do (>> (<< a b) c)
            do (|| (^^ a b) c)"#]],
    );
}

#[test]
fn right_association() {
    body(
        "a = b += c -= d; a ? b : c ? d : e; a ? b ? c : d : e; a ? b, c : d; a ?: b;",
        expect![[r#"
        do (= a (+= b (-= c d)))
        do (? a b (? c d e))
        do (? a (? b c d) e)
        do (? a (, b c) d)
        do (? a - b)"#]],
    );
}

#[test]
fn assignments() {
    body(
        "a = 1; a *= 1; a /= 1; a %= 1; a += 1; a -= 1; a <<= 1; a >>= 1; a &= 1; a ^= 1; a |= 1; a, b, c = 1, d;",
        expect![[r#"
            do (= a 1)
            do (*= a 1)
            do (/= a 1)
            do (%= a 1)
            do (+= a 1)
            do (-= a 1)
            do (<<= a 1)
            do (>>= a 1)
            do (&= a 1)
            do (^= a 1)
            do (|= a 1)
            do (, (, (, a b) (= c 1)) d)"#]],
    );
}

#[test]
fn prefix_operators() {
    body(
        "+a; -a; ~a; !a; *a; &a; ++a; --a; - -a; !*&a; -a.x; *a++; ++*a; &a[1];",
        expect![[r#"
        do (+ a)
        do (- a)
        do (~ a)
        do (! a)
        do (* a)
        do (& a)
        do (++ a)
        do (-- a)
        do (- (- a))
        do (! (* (& a)))
        do (- (. x a))
        do (* (post++ a))
        do (++ (* a))
        do (& (index a 1))"#]],
    );
}

#[test]
fn postfix_operators() {
    body(
        "a[1][2]; f(); f(1, 2)(3); a.x; a->b.c; a++; a--; a.xyz.s01; f(a, (b, c)); a.lo++; a.kernel;",
        expect![[r#"
            do (index (index a 1) 2)
            do (call f)
            do (call (call f 1 2) 3)
            do (. x a)
            do (. c (-> b a))
            do (post++ a)
            do (post-- a)
            do (. s01 (. xyz a))
            do (call f a (paren (, b c)))
            do (post++ (. lo a))
            do (. kernel a)"#]],
    );
}

#[test]
fn constants() {
    body(
        "1; 2u; 0x10ul; 1.5; 1.5f; 1e3; 0x1p3f; 2.5h; 'a'; '\\n'; \"text\\0\" \"more\"; true;",
        expect![[r#"
        do 1
        do 2u
        do 0x10ul
        do 1.5
        do 1.5f
        do 1e3
        do 0x1p3f
        do 2.5h
        do '97'
        do '10'
        do "text\x00more"
        do true"#]],
    );
}

#[test]
fn casts() {
    body(
        "typedef int T; typedef float4 V; (int)a; (T)a; (int *)a; (const global float4 *)a; (int)(float)a; (int)-1; (T)(a); (int)a + b; (int)a.x; (int)(a).x; (V)a.x; (struct S *)a; (int (*)[3])a; (void)0;",
        expect![[r#"
            declare typedef T: int
            declare typedef V: float4
            do (cast <int> a)
            do (cast <`T`> a)
            do (cast <pointer to int> a)
            do (cast <pointer to global const float4> a)
            do (cast <int> (cast <float> a))
            do (cast <int> (- 1))
            do (cast <`T`> (paren a))
            do (+ (cast <int> a) b)
            do (cast <int> (. x a))
            do (cast <int> (. x (paren a)))
            do (cast <`V`> (. x a))
            do (cast <pointer to struct S> a)
            do (cast <pointer to array [3] of int> a)
            do (cast <void> 0)"#]],
    );
}

#[test]
fn vector_literals() {
    body(
        "typedef float4 V; typedef int T; typedef float W __attribute__((ext_vector_type(2)));
         (float4)(1, 2, 3, 4); (float4)(1); (float4)(1, 2, 3, 4).xy; (float4)(1).x; (V)(a, b)[0]; (W)(1, 2).x; (int4)((int2)(1, 2), 3, 4);
         (float4)(int4)(1, 2, 3, 4); (float4)(int4)(1).xyzw; (T)(1, 2); (T)(a, b).x; -(float4)(1); (float4)(a) * b; (float4)((1, 2), 3); (typeof(a))(1, 2).x; (typeof(a))(1).x;",
        expect![[r#"
            declare typedef V: float4
            declare typedef T: int
            declare typedef W: float @ext_vector_type(2)
            do (vector <float4> 1 2 3 4)
            do (cast <float4> (paren 1))
            do (. xy (vector <float4> 1 2 3 4))
            do (. x (cast <float4> (paren 1)))
            do (index (vector <`V`> a b) 0)
            do (. x (vector <`W`> 1 2))
            do (vector <int4> (vector <int2> 1 2) 3 4)
            do (cast <float4> (vector <int4> 1 2 3 4))
            do (cast <float4> (. xyzw (cast <int4> (paren 1))))
            do (cast <`T`> (paren (, 1 2)))
            do (cast <`T`> (. x (paren (, a b))))
            do (- (cast <float4> (paren 1)))
            do (* (cast <float4> (paren a)) b)
            do (vector <float4> (paren (, 1 2)) 3)
            do (. x (vector <typeof a> 1 2))
            do (cast <typeof a> (. x (paren 1)))"#]],
    );
}

#[test]
fn compound_literals() {
    body(
        "(int[]){1, 2}[0]; (struct S){.x = 1}.x; &(int){1}; (float4){1, 2, 3, 4}.x; sizeof (int[]){1, 2}; (int[2]){1, 2}++;",
        expect![[r#"
            do (index (compound <array [] of int> {1, 2}) 0)
            do (. x (compound <struct S> {.x = 1}))
            do (& (compound <int> {1}))
            do (. x (compound <float4> {1, 2, 3, 4}))
            do (sizeof (compound <array [] of int> {1, 2}))
            do (post++ (compound <array [2] of int> {1, 2}))"#]],
    );
}

#[test]
fn sizes() {
    body("sizeof a; sizeof(a); sizeof(int); sizeof(int) * 2; sizeof(a).x; sizeof -a; sizeof sizeof a; sizeof(int *); sizeof(struct S { int x; });
          __alignof__(int); alignof(float4); _Alignof(a); __alignof a; vec_step(float4); vec_step(a); vec_step(const int) + 1;", expect![[r#"
              do (sizeof a)
              do (sizeof (paren a))
              do (sizeof <int>)
              do (* (sizeof <int>) 2)
              do (sizeof (. x (paren a)))
              do (sizeof (- a))
              do (sizeof (sizeof a))
              do (sizeof <pointer to int>)
              do (sizeof <struct S { x: int; }>)
              do (alignof <int>)
              do (alignof <float4>)
              do (alignof (paren a))
              do (alignof a)
              do (vec_step <float4>)
              do (vec_step a)
              do (+ (vec_step <const int>) 1)"#]]);
}

#[test]
fn reinterpretation() {
    body(
        "__builtin_astype(a + 1, float4); __builtin_astype(a, int).x;",
        expect![[r#"
        do (astype <float4> (+ a 1))
        do (. x (astype <int> a))"#]],
    );
}

#[test]
fn undeclared_names_are_expressions() {
    // Built-in functions have no declarations; `(max)(a, b)` is a call.
    body(
        "int a, b, c; max(a, b) * c; (max)(a, b); (a) + b; (a) - b; (a) & b; a * b; get_global_id(0);",
        expect![[r#"
            declare a: int
            declare also b: the same
            declare also c: the same
            do (* (call max a b) c)
            do (call (paren max) a b)
            do (+ (paren a) b)
            do (- (paren a) b)
            do (& (paren a) b)
            do (* a b)
            do (call get_global_id 0)"#]],
    );
}
