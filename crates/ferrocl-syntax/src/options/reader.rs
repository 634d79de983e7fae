//! Reads the option string of `clBuildProgram`, `clCompileProgram` and `clLinkProgram`.
//!
//! The specification does not say how words are divided; this is what drivers in the field agree on, so
//! that strings written for them work:
//! * white space divides words; inside double quotes it does not, and the quotes go (`-I"my dir"`,
//!   `-D "A=b c"`);
//! * a single quote does the same at the start of a word (`'-DA=b c'`); elsewhere it stays, so that
//!   `-DSPACE=' '` is a character constant;
//! * `\` before a quote, a backslash or white space takes away its meaning (`-DNAME=\"text\"`); before
//!   anything else it stays (`-I C:\cl`).

use ferrocl_base::codes::options as codes;
use ferrocl_base::{Code, Diagnostic, Diagnostics, Span, closest};

use super::{BuildOptions, CppStandard, MacroOption, Standard};

/// Which call the options are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// `clBuildProgram` or `clCompileProgram`.
    Compile,
    /// `clLinkProgram`.
    Link,
}

/// What a flag without value does.
type Setter = fn(&mut BuildOptions);

/// The options without value, and whether `clLinkProgram` takes them ("Program Linking Options").
const FLAGS: &[(&str, bool, Setter)] = &[
    ("-cl-single-precision-constant", false, |o| o.single_precision_constant = true),
    ("-cl-denorms-are-zero", true, |o| o.denormals_are_zero = true),
    ("-cl-fp32-correctly-rounded-divide-sqrt", false, |o| o.correctly_rounded_divide_sqrt = true),
    ("-cl-opt-disable", false, |o| o.optimisation_disabled = true),
    // Deprecated by OpenCL 1.1, and without effect.
    ("-cl-strict-aliasing", false, |_| {}),
    ("-cl-uniform-work-group-size", false, |o| o.uniform_work_group_size = true),
    ("-cl-no-subgroup-ifp", true, |o| o.no_subgroup_ifp = true),
    ("-cl-mad-enable", false, |o| o.mad_enable = true),
    ("-cl-no-signed-zeros", true, |o| o.no_signed_zeros = true),
    ("-cl-unsafe-math-optimizations", true, imply_unsafe_math),
    ("-cl-finite-math-only", true, |o| o.finite_math_only = true),
    ("-cl-fast-relaxed-math", true, |o| {
        o.fast_relaxed_math = true;
        o.finite_math_only = true;
        imply_unsafe_math(o);
    }),
    ("-cl-kernel-arg-info", false, |o| o.kernel_arg_info = true),
    ("-w", false, |o| o.silence_warnings = true),
    ("-Werror", false, |o| o.warnings_are_errors = true),
    ("-g", false, |o| o.debug = true),
];

/// The flags that only `clLinkProgram` takes ("Library Linking Options").
const LINK_FLAGS: &[(&str, Setter)] = &[
    ("-create-library", |o| o.create_library = true),
    ("-enable-link-options", |o| o.enable_link_options = true),
];

/// `-cl-unsafe-math-optimizations` "includes the `-cl-no-signed-zeros`, `-cl-mad-enable`, and
/// `-cl-denorms-are-zero` options".
fn imply_unsafe_math(options: &mut BuildOptions) {
    options.unsafe_math = true;
    options.no_signed_zeros = true;
    options.mad_enable = true;
    options.denormals_are_zero = true;
}

const STANDARDS: &[(&str, Standard)] = &[
    ("CL1.0", Standard::Cl10),
    ("CL1.1", Standard::Cl11),
    ("CL1.2", Standard::Cl12),
    ("CL2.0", Standard::Cl20),
    ("CL3.0", Standard::Cl30),
    ("CL3.1", Standard::Cl31),
];

/// Versions of C++ for OpenCL, with the OpenCL C that each builds on ("C++ for OpenCL", `-cl-std`).
const CPP_STANDARDS: &[(&str, CppStandard, Standard)] = &[
    ("CLC++", CppStandard::V10, Standard::Cl20),
    ("CLC++1.0", CppStandard::V10, Standard::Cl20),
    ("CLC++2021", CppStandard::V2021, Standard::Cl30),
];

impl BuildOptions {
    /// Reads the options of `clBuildProgram` or `clCompileProgram`. What is wrong with them is in the
    /// diagnostics, which have no place in a source text; an error among them is
    /// `CL_INVALID_BUILD_OPTIONS` (or `CL_INVALID_COMPILER_OPTIONS`).
    pub fn parse(text: &str) -> (BuildOptions, Diagnostics) {
        parse(text, Purpose::Compile)
    }
    /// Reads the options of `clLinkProgram`; an error is `CL_INVALID_LINKER_OPTIONS`.
    pub fn parse_link(text: &str) -> (BuildOptions, Diagnostics) {
        parse(text, Purpose::Link)
    }
    /// An empty list of diagnostics that treats warnings as `-w` and `-Werror` say.
    pub fn diagnostics(&self) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        diagnostics.silence_warnings = self.silence_warnings;
        diagnostics.warnings_are_errors = self.warnings_are_errors;
        diagnostics
    }
}

fn parse(text: &str, purpose: Purpose) -> (BuildOptions, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let mut reader = Reader { options: BuildOptions::default(), purpose, diagnostics: &mut diagnostics };
    // A zero byte ends the string for a caller that counted it in.
    let words = split(text.split('\0').next().unwrap_or(""), reader.diagnostics);
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        reader.option(&word, &mut words);
    }
    let options = reader.options;
    (options, diagnostics)
}

struct Reader<'a> {
    options: BuildOptions,
    purpose: Purpose,
    diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn report(&mut self, code: Code, message: String, help: Option<String>) {
        let mut diagnostic = Diagnostic::new(code, Span::NONE, message);
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        self.diagnostics.push(diagnostic);
    }

    /// Obeys one word, which may take the next as its value.
    fn option(&mut self, word: &str, words: &mut impl Iterator<Item = String>) {
        if let Some(&(_, links, set)) = FLAGS.iter().find(|(name, ..)| *name == word)
            && (links || self.purpose == Purpose::Compile)
        {
            set(&mut self.options);
            return;
        }
        if self.purpose == Purpose::Link {
            match LINK_FLAGS.iter().find(|(name, _)| *name == word) {
                Some((_, set)) => set(&mut self.options),
                None => self.unknown(word),
            }
            return;
        }
        if let Some(standard) = word.strip_prefix("-cl-std") {
            self.standard(standard);
            return;
        }
        for letter in ["-D", "-U", "-I"] {
            if let Some(attached) = word.strip_prefix(letter) {
                let value = if attached.is_empty() { words.next() } else { Some(attached.to_string()) };
                match value.filter(|value| !value.is_empty()) {
                    Some(value) => self.preprocessor_option(letter, value),
                    None => self.report(
                        codes::MISSING_OPTION_VALUE,
                        format!("the build option `{letter}` has no value"),
                        Some(match letter {
                            "-D" => "write `-D NAME` or `-D NAME=DEFINITION`".into(),
                            "-U" => "write `-U NAME`".into(),
                            _ => "write `-I DIRECTORY`".into(),
                        }),
                    ),
                }
                return;
            }
        }
        if word == "-x" || word.starts_with("-x") && word.len() > 2 || word.starts_with("-spir-std") {
            if word == "-x" {
                words.next();
            }
            self.report(
                codes::UNSUPPORTED_OPTION,
                format!("the build option `{word}` asks for SPIR, which this implementation does not read"),
                Some("build the program from OpenCL C source".into()),
            );
            return;
        }
        self.unknown(word);
    }

    fn preprocessor_option(&mut self, letter: &str, value: String) {
        match letter {
            "-I" => self.options.include_directories.push(value),
            "-U" => {
                if !is_name(&value) {
                    self.invalid_macro_name(letter, &value);
                    return;
                }
                self.options.macros.push(MacroOption::Undefine(value));
            }
            _ => {
                let (name, definition) = match value.split_once('=') {
                    Some((name, definition)) => (name, definition),
                    None => (value.as_str(), "1"),
                };
                let (base, parameters) = name.split_at(name.find('(').unwrap_or(name.len()));
                let closed = parameters.is_empty() || parameters.ends_with(')') && !parameters.contains('\n');
                if !is_name(base) || !closed {
                    self.invalid_macro_name(letter, name);
                    return;
                }
                self.options
                    .macros
                    .push(MacroOption::Define { name: name.to_string(), definition: definition.to_string() });
            }
        }
    }

    fn invalid_macro_name(&mut self, letter: &str, name: &str) {
        self.report(
            codes::INVALID_OPTION_VALUE,
            format!("`{name}`, the value of the build option `{letter}`, is not the name of a macro"),
            Some("a name consists of letters, digits and `_`, and does not start with a digit".into()),
        );
    }

    /// The rest of a word that starts with `-cl-std`.
    fn standard(&mut self, rest: &str) {
        let Some(value) = rest.strip_prefix('=') else {
            if rest.is_empty() {
                self.report(
                    codes::MISSING_OPTION_VALUE,
                    "the build option `-cl-std` has no value".into(),
                    Some("write `-cl-std=CL3.0` or another version, without white space".into()),
                );
            } else {
                self.unknown(&format!("-cl-std{rest}"));
            }
            return;
        };
        if let Some((_, cpp, standard)) =
            CPP_STANDARDS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(value))
        {
            (self.options.cpp, self.options.standard) = (Some(*cpp), *standard);
            return;
        }
        match STANDARDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(value)) {
            Some((_, standard)) => (self.options.cpp, self.options.standard) = (None, *standard),
            None => self.report(
                codes::INVALID_OPTION_VALUE,
                format!("`{value}` is not a version of OpenCL C or of C++ for OpenCL"),
                Some(
                    "`-cl-std` takes CL1.0, CL1.1, CL1.2, CL2.0, CL3.0, CL3.1, CLC++1.0 and CLC++2021".into(),
                ),
            ),
        }
    }

    fn unknown(&mut self, word: &str) {
        let compiles = self.purpose == Purpose::Compile;
        let flags = FLAGS.iter().filter(|(_, links, _)| compiles || *links).map(|(name, ..)| *name);
        let links = LINK_FLAGS.iter().map(|(name, _)| *name);
        let is_link_flag = links.clone().any(|name| name == word);
        let is_compile_flag = FLAGS.iter().any(|(name, ..)| *name == word);
        let help = if is_link_flag {
            Some(format!("`{word}` is an option of clLinkProgram"))
        } else if is_compile_flag {
            Some(format!(
                "`{word}` is an option of clBuildProgram and clCompileProgram, not of clLinkProgram"
            ))
        } else if !word.starts_with('-') {
            Some("options start with `-`; a value with white space is written in double quotes".into())
        } else {
            let known =
                flags.chain(links.filter(|_| !compiles)).chain(["-cl-std="].into_iter().filter(|_| compiles));
            closest(word, known).map(|close| format!("did you mean `{close}`?"))
        };
        self.report(codes::UNKNOWN_OPTION, format!("unknown build option `{word}`"), help);
    }
}

fn is_name(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$');
    let bytes = text.as_bytes();
    bytes.first().is_some_and(|&first| is_letter(first))
        && bytes.iter().all(|&byte| is_letter(byte) || byte.is_ascii_digit())
}

/// Divides the option string into words.
fn split(text: &str, diagnostics: &mut Diagnostics) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    // A single quote that is not the first of its word stays, but protects white space.
    let mut quote_stays = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character == '\\'
            && quote != Some('\'')
            && let Some(&next) = characters.peek()
            && (matches!(next, '"' | '\'' | '\\') || next.is_ascii_whitespace())
        {
            word.get_or_insert_default().push(next);
            characters.next();
            continue;
        }
        match quote {
            Some(open) if character == open => {
                if quote_stays {
                    word.get_or_insert_default().push(character);
                }
                (quote, quote_stays) = (None, false);
            }
            Some(_) => word.get_or_insert_default().push(character),
            None if character == '"' => {
                quote = Some('"');
                word.get_or_insert_default();
            }
            None if character == '\'' => {
                quote = Some('\'');
                quote_stays = word.is_some();
                if quote_stays {
                    word.get_or_insert_default().push('\'');
                } else {
                    word = Some(String::new());
                }
            }
            None if character.is_ascii_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(character),
        }
    }
    if let Some(open) = quote {
        diagnostics.push(
            Diagnostic::new(
                codes::UNTERMINATED_OPTION_QUOTE,
                Span::NONE,
                format!("a `{open}` in the build options is not closed"),
            )
            .help(format!("write `\\{open}` for the quote itself")),
        );
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut diagnostics = Diagnostics::new();
        let words = split(text, &mut diagnostics);
        assert!(!diagnostics.has_errors());
        words
    }
    fn macros(text: &str) -> Vec<(String, String)> {
        let (options, diagnostics) = BuildOptions::parse(text);
        assert_eq!(diagnostics.list(), []);
        let define = |option: MacroOption| match option {
            MacroOption::Define { name, definition } => (name, definition),
            MacroOption::Undefine(name) => (name, "-U".into()),
        };
        options.macros.into_iter().map(define).collect()
    }
    fn messages(text: &str) -> Vec<String> {
        let (_, diagnostics) = BuildOptions::parse(text);
        diagnostics.list().iter().map(|d| format!("{} {}", d.code.name(), d.message)).collect()
    }

    #[test]
    fn words_as_drivers_divide_them() {
        assert_eq!(words("  -w\t-g\n"), ["-w", "-g"]);
        assert_eq!(words(r#"-I"my dir" -D "A=b c""#), ["-Imy dir", "-D", "A=b c"]);
        assert_eq!(words(r#"'-DA=b c' -DS=' ' -DQ='a'"#), ["-DA=b c", "-DS=' '", "-DQ='a'"]);
        assert_eq!(words(r#"-DT=\"a\ b\" -IC:\cl\x"#), [r#"-DT="a b""#, r"-IC:\cl\x"]);
        assert_eq!(words(r#"-DE="" """#), ["-DE=", ""]);
        assert_eq!(words(r"a\\ b\"), ["a\\", "b\\"]);
    }

    #[test]
    fn macros_in_order() {
        let pairs = |list: &[(&str, &str)]| -> Vec<(String, String)> {
            list.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
        };
        assert_eq!(
            macros("-D A -DB -D C=1+2 -DD= -U A -D F(x)=x*x -DG==1"),
            pairs(&[
                ("A", "1"),
                ("B", "1"),
                ("C", "1+2"),
                ("D", ""),
                ("A", "-U"),
                ("F(x)", "x*x"),
                ("G", "=1")
            ])
        );
    }

    #[test]
    fn implied_options() {
        let (options, _) = BuildOptions::parse("-cl-fast-relaxed-math");
        assert!(options.fast_relaxed_math && options.finite_math_only && options.unsafe_math);
        assert!(options.mad_enable && options.no_signed_zeros && options.denormals_are_zero);
        let (options, _) = BuildOptions::parse("-cl-unsafe-math-optimizations");
        assert!(options.mad_enable && options.no_signed_zeros && options.denormals_are_zero);
        assert!(!options.finite_math_only && !options.fast_relaxed_math);
    }

    #[test]
    fn every_flag_is_taken() {
        for (name, links, _) in FLAGS {
            let (_, diagnostics) = BuildOptions::parse(name);
            assert!(!diagnostics.has_errors(), "{name}");
            let (_, diagnostics) = BuildOptions::parse_link(name);
            assert_eq!(diagnostics.has_errors(), !links, "{name}");
        }
        let (options, diagnostics) = BuildOptions::parse_link("-create-library -enable-link-options");
        assert!(options.create_library && options.enable_link_options && !diagnostics.has_errors());
        for (name, standard) in STANDARDS {
            assert_eq!(BuildOptions::parse(&format!("-cl-std={name}")).0.standard, *standard);
        }
        for (name, cpp, standard) in CPP_STANDARDS {
            let (options, _) = BuildOptions::parse(&format!("-cl-std={name}"));
            assert_eq!((options.cpp, options.standard), (Some(*cpp), *standard));
        }
        assert_eq!(BuildOptions::parse("-cl-std=CLC++ -cl-std=CL3.0").0.cpp, None);
        assert_eq!(BuildOptions::parse("").0, BuildOptions::default());
        assert!(BuildOptions::parse("-w\0-garbage").0.silence_warnings);
        assert_eq!(BuildOptions::parse("-I a -I\"b c\"").0.include_directories, ["a", "b c"]);
    }

    #[test]
    fn faults() {
        assert_eq!(messages("-cl-mad-enabel"), ["CL0001 unknown build option `-cl-mad-enabel`"]);
        assert_eq!(
            messages("-O3 x"),
            ["CL0001 unknown build option `-O3`", "CL0001 unknown build option `x`"]
        );
        assert_eq!(messages("-create-library"), ["CL0001 unknown build option `-create-library`"]);
        assert_eq!(messages("-D"), ["CL0002 the build option `-D` has no value"]);
        assert_eq!(messages("-I"), ["CL0002 the build option `-I` has no value"]);
        assert_eq!(messages("-cl-std"), ["CL0002 the build option `-cl-std` has no value"]);
        assert_eq!(
            messages("-cl-std=CL4.0"),
            ["CL0003 `CL4.0` is not a version of OpenCL C or of C++ for OpenCL"]
        );
        assert_eq!(
            messages("-D 1A"),
            ["CL0003 `1A`, the value of the build option `-D`, is not the name of a macro"]
        );
        assert_eq!(messages("-D F(x=1")[0][..6], *"CL0003");
        assert_eq!(messages("-DA=\"b"), ["CL0004 a `\"` in the build options is not closed"]);
        assert_eq!(messages("-x spir -spir-std=1.2").len(), 2);
        assert_eq!(messages("-cl-std=CLC++17")[0][..6], *"CL0003");
        let (_, diagnostics) = BuildOptions::parse("-cl-fast-relaxed-maths");
        assert_eq!(diagnostics.list()[0].suggestions[0].message, "did you mean `-cl-fast-relaxed-math`?");
    }
}
