use super::*;

fn format(format: &str, arguments: &[(ValueType, &[u64])]) -> String {
    let arguments: Vec<Argument> = arguments.iter().map(|&(ty, words)| Argument { ty, words }).collect();
    let mut out = b">".to_vec();
    let result = write(&mut out, format.as_bytes(), &arguments, &mut |address| match address {
        1 => Some(b"text".to_vec()),
        _ => None,
    });
    let text = String::from_utf8(out).unwrap();
    if result == 0 { text[1..].to_string() } else { format!("{result}{text}") }
}
fn int(format_text: &str, value: i32) -> String {
    format(format_text, &[(ValueType::Scalar(Scalar::I32), &[value as u32 as u64])])
}
fn double(format_text: &str, value: f64) -> String {
    format(format_text, &[(ValueType::Scalar(Scalar::F64), &[value.to_bits()])])
}

/// 6.15.14 printf Format String: d, i, o, u, x, X with flags, widths and precisions.
#[test]
fn integers() {
    assert_eq!(int("%d|%%", -5), "-5|%");
    assert_eq!(int("%5d|", 42), "   42|");
    assert_eq!(int("%-5d|", 42), "42   |");
    assert_eq!(int("%05d|", -42), "-0042|");
    assert_eq!(int("%-05d|", 42), "42   |");
    assert_eq!(int("%+d", 42), "+42");
    assert_eq!(int("% d", 42), " 42");
    assert_eq!(int("%+ d", 42), "+42");
    assert_eq!(int("%.3i", 7), "007");
    assert_eq!(int("%08.3d|", 7), "     007|");
    assert_eq!(int("%.0d|", 0), "|");
    assert_eq!(int("%+.0d|", 0), "+|");
    assert_eq!(int("%u", -1), "4294967295");
    assert_eq!(int("%o %%", 8), "10 %");
    assert_eq!(int("%#o", 8), "010");
    assert_eq!(int("%#.0o", 0), "0");
    assert_eq!(int("%#.3o", 8), "010");
    assert_eq!(int("%x", 0xbeef), "beef");
    assert_eq!(int("%#X", 0xbeef), "0XBEEF");
    assert_eq!(int("%#x", 0), "0");
    assert_eq!(int("%#010x", 0xbeef), "0x0000beef");
    assert_eq!(int("%hhd", 0x1ff), "-1");
    assert_eq!(int("%hhu", -1), "255");
    assert_eq!(int("%hd", 0x18000), "-32768");
    assert_eq!(int("%d", i32::MIN), "-2147483648");
    assert_eq!(int("%c%%", 'q' as i32), "q%");
    assert_eq!(int("%3c|", 'q' as i32), "  q|");
    let long = (ValueType::Scalar(Scalar::I64), &[0x1234_5678_9abcu64][..]);
    assert_eq!(format("%lx %zu %td", &[long, long, long]), "123456789abc 20015998343868 20015998343868");
    assert_eq!(format("%ld", &[(ValueType::Scalar(Scalar::I64), &[1 << 63])]), "-9223372036854775808");
}

#[test]
fn floats() {
    assert_eq!(double("%f", 1.0), "1.000000");
    assert_eq!(double("%f", -0.0), "-0.000000");
    assert_eq!(double("%.0f", 2.5), "2");
    assert_eq!(double("%#.0f", 3.5), "4.");
    assert_eq!(double("%08.2f", -1.005), "-0001.00");
    assert_eq!(double("%.20f", 0.1), "0.10000000000000000555");
    assert_eq!(double("%.1f", 1e22), "10000000000000000000000.0");
    assert_eq!(double("%e", 0.0), "0.000000e+00");
    assert_eq!(double("%e", 12345.678), "1.234568e+04");
    assert_eq!(double("%.0e", 1.6e-7), "2e-07");
    assert_eq!(double("%#.0E", 1e100), "1.E+100");
    assert_eq!(double("%g", 100000.0), "100000");
    assert_eq!(double("%g", 1000000.0), "1e+06");
    assert_eq!(double("%g", 0.0001), "0.0001");
    assert_eq!(double("%g", 0.00001234), "1.234e-05");
    assert_eq!(double("%g", 0.0), "0");
    assert_eq!(double("%#g", 1.5), "1.50000");
    assert_eq!(double("%.3g", 999.9), "1e+03");
    assert_eq!(double("%.0g", 0.25), "0.2");
    assert_eq!(double("%G", 1e-10), "1E-10");
    assert_eq!(double("%a", 1.0), "0x1p+0");
    assert_eq!(double("%a", -0.0), "-0x0p+0");
    assert_eq!(double("%a", 3.5), "0x1.cp+1");
    assert_eq!(double("%.2A", 0.1), "0X1.9AP-4");
    assert_eq!(double("%.0a", 1.5), "0x1p+1");
    assert_eq!(double("%.0a", 1.99), "0x1p+1");
    assert_eq!(double("%.15a", 1.0), "0x1.000000000000000p+0");
    assert_eq!(double("%a", f64::from_bits(1)), "0x1p-1074");
    assert_eq!(double("%012a", 3.5), "0x00001.cp+1");
    assert_eq!(double("%5f|", f64::INFINITY), "  inf|");
    assert_eq!(double("%05f|", f64::NEG_INFINITY), " -inf|");
    assert_eq!(double("%+F", f64::INFINITY), "+INF");
    assert_eq!(double("%e %%", -f64::NAN), "nan %");
    assert_eq!(double("%A", f64::NAN), "NAN");
}

/// The examples of 6.15.14 printf Format String, and each width of element.
#[test]
fn vectors() {
    let floats: Vec<u64> = [1f32, 2.0, 3.0, 4.0].iter().map(|x| x.to_bits().into()).collect();
    let f32x4 = (ValueType::Vector(Scalar::F32, 4), floats.as_slice());
    assert_eq!(format("f4 = %2.2v4hlf\n", &[f32x4]), "f4 = 1.00,2.00,3.00,4.00\n");
    let i8x4 = (ValueType::Vector(Scalar::I8, 4), &[0xfa, 0xfb, 0xfc, 0xfd][..]);
    assert_eq!(format("uc = %#v4hhx\n", &[i8x4]), "uc = 0xfa,0xfb,0xfc,0xfd\n");
    assert_eq!(format("%v4hhd", &[i8x4]), "-6,-5,-4,-3");
    let i16x2 = (ValueType::Vector(Scalar::I16, 2), &[0xffff, 300][..]);
    assert_eq!(format("%v2hd|%5v2hu", &[i16x2, i16x2]), "-1,300|65535,  300");
    let i32x3 = (ValueType::Vector(Scalar::I32, 3), &[0xffff_fffb, 6, 7][..]);
    assert_eq!(format("%v3hld", &[i32x3]), "-5,6,7");
    let i64x2 = (ValueType::Vector(Scalar::I64, 2), &[u64::MAX, 1 << 40][..]);
    assert_eq!(format("%v2ld", &[i64x2]), "-1,1099511627776");
    let f16x2 = (ValueType::Vector(Scalar::F16, 2), &[0x3e00, 0xfc00][..]);
    assert_eq!(format("%v2hg", &[f16x2]), "1.5,-inf");
    let doubles = [91.5f64.to_bits(), (-9.25f64).to_bits()];
    assert_eq!(format("%v2lf", &[(ValueType::Vector(Scalar::F64, 2), &doubles)]), "91.500000,-9.250000");
}

#[test]
fn strings_and_pointers() {
    let pointer = ValueType::Pointer(crate::AddressSpace::Constant);
    assert_eq!(format("%s|%6s|%-6s|%.2s", &[(pointer, &[1u64][..]); 4]), "text|  text|text  |te");
    assert_eq!(format("%p", &[(pointer, &[0xabc])]), "0xabc");
    assert_eq!(format("%s", &[(pointer, &[2])]), "-1>");
    assert_eq!(format("%9s|%.3s", &[(pointer, &[0][..]); 2]), "   (null)|(nu");
}

#[test]
fn what_does_not_fit_is_converted_by_value() {
    assert_eq!(double("%d", -2.9), "-2");
    assert_eq!(int("%.1f", -3), "-3.0");
    assert_eq!(format("%d", &[(ValueType::Scalar(Scalar::I64), &[1 << 40])]), "1099511627776");
}

#[test]
fn bad_formats_write_nothing() {
    assert_eq!(format("a %d", &[]), "-1>");
    let message = |format: &str| parse(format.as_bytes()).unwrap_err().message;
    assert_eq!(message("%"), "the format ends within a conversion specification");
    assert_eq!(message("%y"), "`y` is no conversion specifier");
    assert_eq!(message("%n"), "`n` is no conversion specifier");
    assert_eq!(message("%*d"), "`*` is not supported in OpenCL C formats");
    assert_eq!(message("%v4d"), "a vector specifier needs a length modifier: `hh`, `h`, `hl` or `l`");
    assert_eq!(message("%v5hd"), "a vector specifier is `v2`, `v3`, `v4`, `v8` or `v16`");
    assert_eq!(message("%v2hls"), "`%s` cannot convert a vector");
    assert_eq!(message("%hld"), "the length modifier `hl` is only for vectors");
    assert_eq!(message("%99999d"), "a field width or precision is larger than 4095");
    assert_eq!(parse(b"ab%d%q").unwrap_err().at, 4);
    assert_eq!(format("%4095d", &[(ValueType::Scalar(Scalar::I32), &[1])]).len(), 4095);
}
