//! Functions on integers as packed bytes and words, of which extensions have many, against a model of one component at a time:
//! `cl_amd_media_ops`, `cl_amd_media_ops2`, and the dot products of packed bytes (section "Integer Functions").
//!
//! The model says what each function gives, byte by byte and with loops; nothing of the compiler takes part in it. [`check`] launches a
//! kernel that calls a function at every width and compares each component.

use std::fmt::Write;

use ferrocl_base::random::Random;

use crate::engines::{Engine, Runner};
use crate::exact::{self, Element};

/// What a component is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `uint`.
    Uint,
    /// `int`.
    Int,
    /// `ulong`.
    Ulong,
    /// `float`.
    Float,
    /// `float` that a `uint` can hold.
    FloatInRange,
}

use Kind::{Float, FloatInRange, Int, Uint, Ulong};

/// How a result comes from arguments. Components are bits.
#[derive(Debug, Clone, Copy)]
enum Model {
    /// Each component from those at its place.
    Component(fn(&[u64]) -> u64),
    /// One scalar from all components; parameters have as many as is said here.
    Whole(&'static [usize], fn(&[&[u64]]) -> u64),
}

/// A function.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    parameters: &'static [Kind],
    result: Kind,
    /// Whether there are vectors of it.
    vectors: bool,
    model: Model,
}

/// The widths of vectors and scalars.
const WIDTHS: [usize; 6] = [1, 2, 3, 4, 8, 16];

impl Kind {
    /// Its type.
    fn element(self) -> Element {
        match self {
            Uint => exact::UINT,
            Int => exact::INT,
            Ulong => exact::ULONG,
            Float | FloatInRange => exact::FLOAT,
        }
    }
    /// Values at the edges.
    fn edges(self) -> &'static [u64] {
        match self {
            Uint | Int => &[
                0,
                1,
                4,
                8,
                24,
                28,
                31,
                32,
                33,
                0x7f,
                0x80,
                0xff,
                0x00ff_00ff,
                0x0100_0001,
                0x7fff_ffff,
                0x8000_0000,
                0x8080_8080,
                0xff00_ff00,
                0xffff_ffff,
            ],
            Ulong => {
                &[0, 1, 0xffff, 0x7fff_ffff_ffff_ffff, 0x00ff_ff00_00ff_ff00, 0x8080_8080_8080_8080, u64::MAX]
            }
            // Zeros, ones, infinities, a NaN, denormals.
            Float => &[
                0,
                0x8000_0000,
                0x3f80_0000,
                0xbf80_0000,
                0x7f80_0000,
                0xff80_0000,
                0x7fc0_0000,
                1,
                0x8000_0001,
            ],
            // 0, -0.5, 0.99, 255, 256, 65535.5, 2147483648, 4294967040.
            FloatInRange => &[
                0,
                0xbf00_0000,
                0x3f7d_70a4,
                0x437f_0000,
                0x4380_0000,
                0x477f_ff80,
                0x4f00_0000,
                0x4f7f_ffff,
            ],
        }
    }
    fn random(self, random: &mut Random) -> u64 {
        let bits = random.bits();
        match self {
            Ulong => bits,
            Uint | Int | Float => bits & 0xffff_ffff,
            FloatInRange => {
                // Most below 300, where bytes are.
                let range = if bits & 3 == 0 { 4_294_967_000.0 } else { 300.0 };
                let unit = (bits >> 40) as f32 / (1 << 24) as f32;
                u64::from((unit * range).to_bits())
            }
        }
    }
    fn matches(self, expected: u64, got: u64) -> bool {
        let is_nan = |bits: u64| self.element().is_nan(bits);
        expected == got || (is_nan(expected) && is_nan(got))
    }
}

fn byte(word: u64, index: u32) -> i64 {
    (word >> (8 * index) & 0xff) as i64
}
fn signed_byte(word: u64, index: u32) -> i64 {
    i64::from(byte(word, index) as i8)
}
fn sum_of_bytes(term: impl Fn(u32) -> i64) -> u64 {
    (0..4).map(term).sum::<i64>() as u64
}
/// The dot product of two words' bytes, each taken as it is said.
fn dot(a: &[u64], first: fn(u64, u32) -> i64, second: fn(u64, u32) -> i64) -> i64 {
    (0..4).map(|k| first(a[0], k) * second(a[1], k)).sum()
}
fn low(word: u64) -> u64 {
    word & 0xffff_ffff
}
fn distance(a: u64, b: u64) -> u64 {
    sum_of_bytes(|k| (byte(a, k) - byte(b, k)).abs())
}
fn masked_distance(a: u64, b: u64) -> u64 {
    sum_of_bytes(|k| if byte(b, k) == 0 { 0 } else { (byte(a, k) - byte(b, k)).abs() })
}
/// Four sums, each of the four bytes from one place on, in 16 bits.
fn four_distances(a: &[u64], distance: fn(u64, u64) -> u64) -> u64 {
    (0..4)
        .map(|k| ((distance(low(a[0] >> (8 * k)), a[1]) + (a[2] >> (16 * k) & 0xffff)) & 0xffff) << (16 * k))
        .sum()
}
fn int(bits: u64) -> i64 {
    i64::from(bits as u32 as i32)
}
/// `offset` and `width` as `amd_bfe` takes them, applied to a number with its sign.
fn field(value: i64, signed: bool, a: &[u64]) -> u64 {
    let (offset, width) = (a[1] & 31, a[2] & 31);
    if width == 0 {
        return 0;
    }
    // Every bit by itself; those beyond the top are the sign's.
    let bit = |place: u64| value >> place.min(62) & 1;
    let taken = width.min(32 - offset);
    let mut result: i64 = (0..taken).map(|i| bit(offset + i) << i).sum();
    if signed && bit(offset + taken - 1) == 1 {
        result -= 1 << taken;
    }
    low(result as u64)
}
/// `fmin`, with -0 below +0.
fn least(a: f32, b: f32) -> f32 {
    match () {
        () if a.is_nan() => b,
        () if b.is_nan() => a,
        () if a < b || (a == b && a.is_sign_negative()) => a,
        () => b,
    }
}
fn greatest(a: f32, b: f32) -> f32 {
    -least(-a, -b)
}
fn float(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}
fn float_bits(value: f32) -> u64 {
    value.to_bits().into()
}
/// The middle one of three.
fn middle<T: Ord + Copy>(mut three: [T; 3]) -> T {
    three.sort_unstable();
    three[1]
}
fn ints(a: &[u64]) -> [i64; 3] {
    [int(a[0]), int(a[1]), int(a[2])]
}
fn words(a: &[u64]) -> [u64; 3] {
    [a[0], a[1], a[2]]
}
/// The sum with an `int`, saturated.
fn accumulated(product: i64, accumulator: u64) -> u64 {
    low((product + int(accumulator)).clamp(i32::MIN.into(), i32::MAX.into()) as u64)
}

/// A function of scalars and vectors.
const fn function(
    name: &'static str,
    parameters: &'static [Kind],
    result: Kind,
    model: fn(&[u64]) -> u64,
) -> Function {
    Function { name, parameters, result, vectors: true, model: Model::Component(model) }
}
/// The same without vectors.
const fn scalar(
    name: &'static str,
    parameters: &'static [Kind],
    result: Kind,
    model: fn(&[u64]) -> u64,
) -> Function {
    Function { vectors: false, ..function(name, parameters, result, model) }
}

const UUU: &[Kind] = &[Uint; 3];
const UU: &[Kind] = &[Uint; 2];
const UUI: &[Kind] = &[Uint, Uint, Int];

/// Every function.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "amd_pack",
        parameters: &[FloatInRange],
        result: Uint,
        vectors: false,
        model: Model::Whole(&[4], |a| (0..4).map(|k| (float(a[0][k]) as u64 & 0xff) << (8 * k)).sum()),
    },
    function("amd_unpack0", &[Uint], Float, |a| float_bits(byte(a[0], 0) as f32)),
    function("amd_unpack1", &[Uint], Float, |a| float_bits(byte(a[0], 1) as f32)),
    function("amd_unpack2", &[Uint], Float, |a| float_bits(byte(a[0], 2) as f32)),
    function("amd_unpack3", &[Uint], Float, |a| float_bits(byte(a[0], 3) as f32)),
    function("amd_bitalign", UUU, Uint, |a| low((a[0] << 32 | a[1]) >> (a[2] & 31))),
    function("amd_bytealign", UUU, Uint, |a| low((a[0] << 32 | a[1]) >> (8 * (a[2] & 3)))),
    function("amd_lerp", UUU, Uint, |a| {
        (0..4).map(|k| ((byte(a[0], k) + byte(a[1], k) + (byte(a[2], k) & 1)) as u64 >> 1) << (8 * k)).sum()
    }),
    function("amd_sad", UUU, Uint, |a| low(a[2] + distance(a[0], a[1]))),
    function("amd_sadhi", UUU, Uint, |a| low(a[2] + (distance(a[0], a[1]) << 16))),
    Function {
        name: "amd_sad4",
        parameters: UUU,
        result: Uint,
        vectors: false,
        model: Model::Whole(&[4, 4, 1], |a| {
            low(a[2][0] + (0..4).map(|i| distance(a[0][i], a[1][i])).sum::<u64>())
        }),
    },
    function("amd_msad", UUU, Uint, |a| low(a[2] + masked_distance(a[0], a[1]))),
    function("amd_qsad", &[Ulong, Uint, Ulong], Ulong, |a| four_distances(a, distance)),
    function("amd_mqsad", &[Ulong, Uint, Ulong], Ulong, |a| four_distances(a, masked_distance)),
    function("amd_sadw", UUU, Uint, |a| {
        let half = |k: u64| (a[0] >> k & 0xffff).abs_diff(a[1] >> k & 0xffff);
        low(a[2] + half(0) + half(16))
    }),
    function("amd_sadd", UUU, Uint, |a| low(a[2] + a[0].abs_diff(a[1]))),
    function("amd_bfm", UU, Uint, |a| low(((1 << (a[0] & 31)) - 1) << (a[1] & 31))),
    function("amd_bfe", UUU, Uint, |a| field(a[0] as i64, false, a)),
    function("amd_bfe", &[Int, Uint, Uint], Int, |a| field(int(a[0]), true, a)),
    function("amd_median3", &[Int; 3], Int, |a| low(middle(ints(a)) as u64)),
    function("amd_median3", UUU, Uint, |a| middle(words(a))),
    function("amd_median3", &[Float; 3], Float, |a| {
        let [a, b, c] = [float(a[0]), float(a[1]), float(a[2])];
        float_bits(greatest(least(a, b), least(greatest(a, b), c)))
    }),
    function("amd_min3", &[Int; 3], Int, |a| low(ints(a).into_iter().min().unwrap_or(0) as u64)),
    function("amd_min3", UUU, Uint, |a| words(a).into_iter().min().unwrap_or(0)),
    function("amd_min3", &[Float; 3], Float, |a| {
        float_bits(least(least(float(a[0]), float(a[1])), float(a[2])))
    }),
    function("amd_max3", &[Int; 3], Int, |a| low(ints(a).into_iter().max().unwrap_or(0) as u64)),
    function("amd_max3", UUU, Uint, |a| words(a).into_iter().max().unwrap_or(0)),
    function("amd_max3", &[Float; 3], Float, |a| {
        float_bits(greatest(greatest(float(a[0]), float(a[1])), float(a[2])))
    }),
    scalar("dot_4x8packed_uu_uint", UU, Uint, |a| low(dot(a, byte, byte) as u64)),
    scalar("dot_4x8packed_ss_int", UU, Int, |a| low(dot(a, signed_byte, signed_byte) as u64)),
    scalar("dot_4x8packed_su_int", UU, Int, |a| low(dot(a, signed_byte, byte) as u64)),
    scalar("dot_4x8packed_us_int", UU, Int, |a| low(dot(a, byte, signed_byte) as u64)),
    scalar("dot_acc_sat_4x8packed_uu_uint", UUU, Uint, |a| {
        low((dot(a, byte, byte) + a[2] as i64).clamp(0, 0xffff_ffff) as u64)
    }),
    scalar("dot_acc_sat_4x8packed_ss_int", UUI, Int, |a| accumulated(dot(a, signed_byte, signed_byte), a[2])),
    scalar("dot_acc_sat_4x8packed_su_int", UUI, Int, |a| accumulated(dot(a, signed_byte, byte), a[2])),
    scalar("dot_acc_sat_4x8packed_us_int", UUI, Int, |a| accumulated(dot(a, byte, signed_byte), a[2])),
];

impl Function {
    fn widths(&self) -> &'static [usize] {
        if self.vectors { &WIDTHS } else { &WIDTHS[..1] }
    }
    /// How many components of a parameter make one of the result.
    fn components(&self, parameter: usize) -> usize {
        match self.model {
            Model::Component(_) => 1,
            Model::Whole(counts, _) => counts[parameter],
        }
    }
    /// As many components as [`check`] reads of a parameter.
    fn input_len(&self, parameter: usize, items: usize) -> usize {
        self.components(parameter) * items * self.widths().iter().max().copied().unwrap_or(1)
    }
    /// Two kernels: `varying` calls the function at every width with what lies at the work-item's place, `uniform` calls the scalar
    /// one in one work-item for `items` places.
    fn source(&self, items: usize) -> String {
        let mut text = String::new();
        let names = ["a", "b", "c"];
        let mut heading = String::new();
        for (kind, name) in self.parameters.iter().zip(names) {
            write!(heading, "global const {} *{name}, ", kind.element().name).unwrap();
        }
        write!(heading, "global {} *out", self.result.element().name).unwrap();
        let call = |width: usize| -> String {
            let argument = |(parameter, name): (usize, &&str)| match self.components(parameter) * width {
                1 => format!("{name}[i]"),
                n => format!("vload{n}(i, {name})"),
            };
            let arguments: Vec<String> =
                names[..self.parameters.len()].iter().enumerate().map(argument).collect();
            format!("{}({})", self.name, arguments.join(", "))
        };
        writeln!(text, "kernel void varying({heading}) {{ size_t i = get_global_id(0);").unwrap();
        let mut place = 0;
        for &width in self.widths() {
            let call = call(width);
            match width {
                1 => writeln!(text, "out[i] = {call};").unwrap(),
                n => writeln!(text, "vstore{n}({call}, i, out + {place});").unwrap(),
            }
            place += items * width;
        }
        writeln!(text, "}}\nkernel void uniform({heading}) {{").unwrap();
        writeln!(text, "for (size_t i = 0; i < {items}; ++i) out[i] = {}; }}", call(1)).unwrap();
        text
    }
    /// Values for the parameters: all edges with all edges first, then random ones.
    fn inputs(&self, items: usize, with_edges: bool, random: &mut Random) -> Vec<Vec<u64>> {
        let edges: Vec<&[u64]> = self.parameters.iter().map(|kind| kind.edges()).collect();
        let combinations = if with_edges { edges.iter().map(|edges| edges.len()).product() } else { 0 };
        let one = |parameter: usize, random: &mut Random| {
            let kind = self.parameters[parameter];
            let before: usize = edges[..parameter].iter().map(|edges| edges.len()).product();
            (0..self.input_len(parameter, items))
                .map(|index| match index < combinations {
                    true => edges[parameter][index / before % edges[parameter].len()],
                    false => kind.random(random),
                })
                .collect()
        };
        (0..self.parameters.len()).map(|parameter| one(parameter, random)).collect()
    }
    /// What the function gives for the inputs.
    fn expected(&self, inputs: &[Vec<u64>]) -> Vec<u64> {
        let count = inputs[0].len() / self.components(0);
        let mut at = Vec::with_capacity(3);
        (0..count)
            .map(|index| match self.model {
                Model::Component(model) => {
                    at.clear();
                    at.extend(inputs.iter().map(|input| input[index]));
                    model(&at)
                }
                Model::Whole(counts, model) => {
                    let parts: Vec<&[u64]> =
                        inputs.iter().zip(counts).map(|(input, &n)| &input[index * n..][..n]).collect();
                    model(&parts)
                }
            })
            .collect()
    }
    /// Its name with the type of what it gives, which tells overloads apart.
    pub fn title(&self) -> String {
        format!("{} {}", self.result.element().name, self.name)
    }
}

/// Runs a function on `items` work-items at every width and on each engine, with `blocks` sets of values, the first of which has the
/// edges. Panics where a result is not the model's; gives the number of results.
pub fn check(function: &Function, engines: &[Engine], items: usize, blocks: u64) -> u64 {
    let runner = Runner::new(function.name, &function.source(items), "");
    let places: usize = function.widths().iter().map(|width| width * items).sum();
    let mut checked = 0;
    for block in 0..blocks {
        let mut random = Random::new(block);
        let inputs = function.inputs(items, block == 0, &mut random);
        let expected = function.expected(&inputs);
        let packed: Vec<Vec<u8>> =
            inputs.iter().zip(function.parameters).map(|(input, kind)| kind.element().pack(input)).collect();
        let buffers: Vec<&[u8]> = packed.iter().map(Vec::as_slice).collect();
        let compare = |got: &[u8], place: usize, index: usize, what: &dyn Fn() -> String| {
            let value = function.result.element().read(got, place);
            if !function.result.matches(expected[index], value) {
                let of: Vec<String> = (0..inputs.len())
                    .map(|parameter| {
                        let n = function.components(parameter);
                        format!("{:#x?}", &inputs[parameter][index * n..][..n])
                    })
                    .collect();
                panic!(
                    "{} of {}: {value:#x}, not {:#x} ({})",
                    function.title(),
                    of.join(", "),
                    expected[index],
                    what()
                );
            }
        };
        for &engine in engines {
            let size = function.result.element().bytes();
            let got = runner.run(engine, "varying", &buffers, places * size, items);
            let mut start = 0;
            for &width in function.widths() {
                for index in 0..width * items {
                    compare(&got, start + index, index, &|| format!("width {width}, {engine}"));
                }
                start += width * items;
            }
            checked += places as u64;
            if block == 0 {
                let got = runner.run(engine, "uniform", &buffers, items * size, 1);
                for index in 0..items {
                    compare(&got, index, index, &|| format!("uniform, {engine}"));
                }
                checked += items as u64;
            }
        }
    }
    checked
}
