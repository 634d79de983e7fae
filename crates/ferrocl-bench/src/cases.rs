//! The benchmark kernels with their arguments, and a check of each result against plain Rust in `f64`.

use std::sync::Arc;

use anyhow::Result;
use ferrocl_runtime::base::random::Random;
use ferrocl_runtime::{Argument, Buffer, Launch};

/// One kernel with its arguments.
pub struct Case {
    /// The kernel's name.
    pub kernel: &'static str,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// Its launch.
    pub launch: Launch,
    /// How often it is timed.
    pub repetitions: u32,
    /// The buffer that it writes.
    pub output: Arc<Buffer>,
    /// Whether the output is right; the text says what is not.
    pub check: Box<dyn Fn(&[u8]) -> Result<(), String>>,
}

/// Every case's name, in order.
pub const NAMES: &[&str] = &[
    "triad",
    "fma_chain",
    "mandel",
    "blackscholes",
    "nbody",
    "sgemm",
    "sgemm_tiled",
    "reduce",
    "conv5x5",
    "hash",
    "trig_pow",
    "hist",
];

/// Random numbers from `offset` on, less than `scale` above it.
fn random_floats(random: &mut Random, count: usize, scale: f32, offset: f32) -> Vec<f32> {
    (0..count).map(|_| (random.bits() >> 40) as f32 * 2f32.powi(-24) * scale + offset).collect()
}

fn random_bytes(random: &mut Random, count: usize) -> Vec<u8> {
    (0..count.div_ceil(8)).flat_map(|_| random.bits().to_le_bytes()).take(count).collect()
}

fn floats_in(values: &[f32]) -> Result<Argument> {
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    bytes_in(&bytes)
}
fn bytes_in(bytes: &[u8]) -> Result<Argument> {
    Ok(Argument::Buffer { buffer: Arc::new(Buffer::from_bytes(bytes)?), offset: 0 })
}
fn room(bytes: usize) -> Result<(Arc<Buffer>, Argument)> {
    let buffer = Arc::new(Buffer::new(bytes)?);
    Ok((buffer.clone(), Argument::Buffer { buffer, offset: 0 }))
}
fn int(value: i32) -> Argument {
    Argument::Bytes(value.to_le_bytes().into_iter().collect())
}
fn float(value: f32) -> Argument {
    Argument::Bytes(value.to_le_bytes().into_iter().collect())
}
fn f32_at(bytes: &[u8], index: usize) -> f64 {
    f32::from_le_bytes(bytes[4 * index..][..4].try_into().expect("four bytes")).into()
}
fn u32_at(bytes: &[u8], index: usize) -> u32 {
    u32::from_le_bytes(bytes[4 * index..][..4].try_into().expect("four bytes"))
}
/// Compares `got(i)` with `want(i)` for all `i`.
fn near(
    count: usize,
    tolerance: f64,
    got: impl Fn(usize) -> f64,
    want: impl Fn(usize) -> f64,
) -> Result<(), String> {
    for i in 0..count {
        let (got, want) = (got(i), want(i));
        if got.is_nan() || (got - want).abs() > tolerance * want.abs().max(1.0) {
            return Err(format!("element {i} is {got}, not {want}"));
        }
    }
    Ok(())
}

/// Makes a case by name. `None`: there is none of that name.
pub fn make(name: &str) -> Result<Option<Case>> {
    let mut random = Random::new(1);
    Ok(Some(match name {
        "triad" => {
            let n = 1 << 24;
            let (a, b) = (random_floats(&mut random, n, 1.0, 0.0), random_floats(&mut random, n, 1.0, 0.0));
            let (output, out) = room(4 * n)?;
            Case {
                kernel: "triad",
                arguments: vec![floats_in(&a)?, floats_in(&b)?, out, float(3.0)],
                launch: Launch::new(1, [n as u64, 1, 1]),
                repetitions: 7,
                output,
                check: Box::new(move |o| {
                    near(n, 1e-6, |i| f32_at(o, i), |i| f64::from(a[i]) + 3.0 * f64::from(b[i]))
                }),
            }
        }
        "fma_chain" => {
            let n = 1 << 20;
            let (output, out) = room(4 * n)?;
            Case {
                kernel: "fma_chain",
                arguments: vec![out, float(0.999), float(0.001)],
                launch: Launch::new(1, [n as u64, 1, 1]),
                repetitions: 7,
                output,
                check: Box::new(move |o| {
                    let p = 0.999f64.powi(256);
                    near(
                        n,
                        1e-3,
                        |i| f32_at(o, i),
                        |i| (0..4).map(|d| (i as f64 * 1e-7 + f64::from(d)) * p + (1.0 - p)).sum(),
                    )
                }),
            }
        }
        "mandel" => {
            let (w, h, most) = (1024usize, 1024usize, 256);
            let (output, out) = room(4 * w * h)?;
            Case {
                kernel: "mandel",
                arguments: vec![out, int(w as i32), int(h as i32), int(most)],
                launch: Launch::new(2, [w as u64, h as u64, 1]),
                repetitions: 7,
                output,
                check: Box::new(move |o| {
                    // Points that leave late depend on the last bit of each step; those that leave early do not.
                    let mut wrong = 0;
                    for y in 0..h {
                        for x in 0..w {
                            let (cx, cy) =
                                (-2.0 + 3.0 * x as f64 / w as f64, -1.5 + 3.0 * y as f64 / h as f64);
                            let (mut zx, mut zy, mut n) = (0.0f64, 0.0f64, 0);
                            while zx * zx + zy * zy < 4.0 && n < 32 {
                                (zx, zy) = (zx * zx - zy * zy + cx, 2.0 * zx * zy + cy);
                                n += 1;
                            }
                            let got = u32_at(o, y * w + x);
                            wrong += usize::from(if n < 32 { got != n } else { !(31..=256).contains(&got) });
                        }
                    }
                    if wrong * 1000 > w * h { Err(format!("{wrong} points are wrong")) } else { Ok(()) }
                }),
            }
        }
        "blackscholes" => {
            let n = 1 << 21;
            let (s, x, t) = (
                random_floats(&mut random, n, 100.0, 5.0),
                random_floats(&mut random, n, 100.0, 1.0),
                random_floats(&mut random, n, 10.0, 0.25),
            );
            let (output, call) = room(4 * n)?;
            let (_, put) = room(4 * n)?;
            Case {
                kernel: "blackscholes",
                arguments: vec![floats_in(&s)?, floats_in(&x)?, floats_in(&t)?, call, put],
                launch: Launch::new(1, [n as u64, 1, 1]),
                repetitions: 7,
                output,
                check: Box::new(move |o| {
                    let normal = |d: f64| {
                        let k = 1.0 / (1.0 + 0.2316419 * d.abs());
                        let p = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
                        let sum = p.iter().rev().fold(0.0, |acc, c| (acc + c) * k);
                        let c = 0.39894228 * (-0.5 * d * d).exp() * sum;
                        if d > 0.0 { 1.0 - c } else { c }
                    };
                    near(
                        n,
                        1e-3,
                        |i| f32_at(o, i),
                        |i| {
                            let (s, x, t) = (f64::from(s[i]), f64::from(x[i]), f64::from(t[i]));
                            let d1 = ((s / x).ln() + (0.02 + 0.045) * t) / (0.3 * t.sqrt());
                            s * normal(d1) - x * (-0.02 * t).exp() * normal(d1 - 0.3 * t.sqrt())
                        },
                    )
                }),
            }
        }
        "nbody" => {
            let n = 8192usize;
            let p = random_floats(&mut random, 4 * n, 1.0, 0.0);
            let (output, out) = room(16 * n)?;
            Case {
                kernel: "nbody",
                arguments: vec![floats_in(&p)?, out, int(n as i32)],
                launch: Launch::new(1, [n as u64, 1, 1]),
                repetitions: 7,
                output,
                check: Box::new(move |o| {
                    let at = |i: usize, c: usize| f64::from(p[4 * i + c]);
                    near(
                        64 * 3,
                        1e-2,
                        |k| f32_at(o, k / 3 * 4 + k % 3),
                        |k| {
                            let (i, c) = (k / 3, k % 3);
                            (0..n)
                                .map(|j| {
                                    let r2 =
                                        (0..3).map(|d| (at(j, d) - at(i, d)).powi(2)).sum::<f64>() + 1e-3;
                                    (at(j, c) - at(i, c)) * at(j, 3) / r2.powf(1.5)
                                })
                                .sum()
                        },
                    )
                }),
            }
        }
        "sgemm" | "sgemm_tiled" => {
            let n = 1024usize;
            let (a, b) =
                (random_floats(&mut random, n * n, 1.0, 0.0), random_floats(&mut random, n * n, 1.0, 0.0));
            let (output, out) = room(4 * n * n)?;
            let mut launch = Launch::new(2, [n as u64, n as u64, 1]);
            launch.local_size = (name == "sgemm_tiled").then_some([16, 16, 1]);
            Case {
                kernel: if name == "sgemm" { "sgemm" } else { "sgemm_tiled" },
                arguments: vec![floats_in(&a)?, floats_in(&b)?, out, int(n as i32)],
                launch,
                repetitions: 3,
                output,
                check: Box::new(move |o| {
                    // Every 37th element: all would take longer than the kernel.
                    near(
                        n * n / 37,
                        1e-3,
                        |k| f32_at(o, 37 * k),
                        |k| {
                            let (r, c) = (37 * k / n, 37 * k % n);
                            (0..n).map(|j| f64::from(a[r * n + j]) * f64::from(b[j * n + c])).sum()
                        },
                    )
                }),
            }
        }
        "reduce" => {
            let n = 1 << 24;
            let a = random_floats(&mut random, n, 1.0, 0.0);
            let (output, out) = room(4 * n / 256)?;
            let mut launch = Launch::new(1, [n as u64, 1, 1]);
            launch.local_size = Some([256, 1, 1]);
            Case {
                kernel: "reduce",
                arguments: vec![floats_in(&a)?, out, Argument::Local(1024)],
                launch,
                repetitions: 7,
                output,
                check: Box::new(move |o| {
                    near(
                        n / 256,
                        1e-4,
                        |g| f32_at(o, g),
                        |g| a[g * 256..][..256].iter().map(|&v| f64::from(v)).sum(),
                    )
                }),
            }
        }
        "conv5x5" => {
            let (w, h) = (2048usize, 2048usize);
            let image = random_bytes(&mut random, 4 * w * h);
            let (output, out) = room(4 * w * h)?;
            Case {
                kernel: "conv5x5",
                arguments: vec![bytes_in(&image)?, out, int(w as i32), int(h as i32)],
                launch: Launch::new(2, [w as u64, h as u64, 1]),
                repetitions: 7,
                output,
                check: Box::new(move |o| {
                    const K: [f64; 5] = [1.0, 4.0, 6.0, 4.0, 1.0];
                    let clamp = |v: usize, d: usize, most: usize| (v + d).saturating_sub(2).min(most - 1);
                    for y in (0..h).filter(|y| *y < 40 || *y > h - 40) {
                        for x in 0..w {
                            for c in 0..4 {
                                let mut sum = 0.0;
                                for (j, kj) in K.iter().enumerate() {
                                    for (i, ki) in K.iter().enumerate() {
                                        sum +=
                                            f64::from(image[4 * (clamp(y, j, h) * w + clamp(x, i, w)) + c])
                                                * kj
                                                * ki;
                                    }
                                }
                                let want = (sum / 256.0).round_ties_even();
                                let got = f64::from(o[4 * (y * w + x) + c]);
                                if (got - want).abs() > 0.0 {
                                    return Err(format!("pixel {x},{y} component {c} is {got}, not {want}"));
                                }
                            }
                        }
                    }
                    Ok(())
                }),
            }
        }
        "hash" => {
            let n = 1 << 19;
            let (output, out) = room(4 * n)?;
            Case {
                kernel: "hash",
                arguments: vec![out],
                launch: Launch::new(1, [n as u64, 1, 1]),
                repetitions: 7,
                output,
                check: Box::new(move |o| {
                    for g in (0..n as u32).step_by(61) {
                        let (mut a, mut b, mut c) = (g, g ^ 0x9e37_79b9, 0x85eb_ca6bu32);
                        for _ in 0..512 {
                            a = a.wrapping_add(b);
                            c = (c ^ a).rotate_left(16);
                            b = b.wrapping_add(c);
                            a = (a ^ b).rotate_left(12);
                            b = (b ^ c).rotate_left(8).wrapping_mul(0xcc9e_2d51);
                        }
                        if u32_at(o, g as usize) != a ^ b ^ c {
                            return Err(format!("element {g} is wrong"));
                        }
                    }
                    Ok(())
                }),
            }
        }
        "trig_pow" => {
            let n = 1 << 21;
            let a = random_floats(&mut random, n, 20.0, -10.0);
            let (output, out) = room(4 * n)?;
            Case {
                kernel: "trig_pow",
                arguments: vec![floats_in(&a)?, out],
                launch: Launch::new(1, [n as u64, 1, 1]),
                repetitions: 7,
                output,
                check: Box::new(move |o| {
                    near(
                        n,
                        1e-5,
                        |i| f32_at(o, i),
                        |i| {
                            let x = f64::from(a[i]);
                            x.sin() * x.cos() + (x.abs() + 0.1).powf(1.7) + x.atan2(2.0)
                        },
                    )
                }),
            }
        }
        "hist" => {
            let n = 1usize << 24;
            let (per, local) = (64usize, 256usize);
            let groups = n / (local * per);
            let data = random_bytes(&mut random, n);
            let (output, out) = room(4 * groups * 256)?;
            let mut launch = Launch::new(1, [(groups * local) as u64, 1, 1]);
            launch.local_size = Some([local as u64, 1, 1]);
            Case {
                kernel: "hist",
                arguments: vec![bytes_in(&data)?, out, int(per as i32)],
                launch,
                repetitions: 7,
                output,
                check: Box::new(move |o| {
                    let mut want = [0u64; 256];
                    data.iter().for_each(|&b| want[b as usize] += 1);
                    for (value, &want) in want.iter().enumerate() {
                        let got: u64 = (0..groups).map(|g| u64::from(u32_at(o, g * 256 + value))).sum();
                        if got != want {
                            return Err(format!("{value} is counted {got} times, not {want}"));
                        }
                    }
                    Ok(())
                }),
            }
        }
        _ => return Ok(None),
    }))
}
