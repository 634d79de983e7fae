//! Reads rows of `lib/builtins.decl` and function heads. The table's own head says what may stand in it.

/// An element type, as a bit of a set: the order of `ScalarName`.
pub const ELEMENTS: [&str; 11] =
    ["Char", "Uchar", "Short", "Ushort", "Int", "Uint", "Long", "Ulong", "Half", "Float", "Double"];
/// Widths, as bits of a set.
pub const WIDTHS: [u8; 6] = [1, 2, 3, 4, 8, 16];
/// Rounding modes: suffix and variant of `ferrocl_ir::Rounding`.
const ROUNDINGS: [(&str, &str); 5] = [
    ("", "NearestEven"),
    ("_rte", "NearestEven"),
    ("_rtz", "TowardZero"),
    ("_rtp", "Upward"),
    ("_rtn", "Downward"),
];

pub const FLOAT: usize = 9;
pub const HALF: usize = 8;

/// What `{i}`, `{t}` and `{l}` stand for: how an image is read or written, the type of a component, and how the library calls it. The
/// last is the element that the rows need.
const IMAGE_FORMS: [(&str, &str, &str, usize); 4] =
    [("f", "float", "f", FLOAT), ("i", "int", "u", 4), ("ui", "uint", "u", 5), ("h", "half", "f", HALF)];

/// Image types and variants of `ImageKind`.
const IMAGES: [(&str, &str); 8] = [
    ("image1d_t", "Image1d"),
    ("image1d_buffer_t", "Image1dBuffer"),
    ("image1d_array_t", "Image1dArray"),
    ("image2d_t", "Image2d"),
    ("image2d_array_t", "Image2dArray"),
    ("image2d_depth_t", "Image2dDepth"),
    ("image2d_array_depth_t", "Image2dArrayDepth"),
    ("image3d_t", "Image3d"),
];

/// What a type's element is, given gentype's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    Void,
    Bool,
    Event,
    /// The atomic type of gentype's element.
    Atomic,
    AtomicFlag,
    /// An index into [`ELEMENTS`].
    Fixed(usize),
    Gentype,
    Unsigned,
    Signed,
    Wider,
    Relation,
    /// A variant of `ImageKind` and one of `Accesses`.
    Image(&'static str, &'static str),
    Sampler,
}

/// What a type's width is, given gentype's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    Fixed(u8),
    Gentype,
}

/// What a pointer points into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointer {
    /// The variant of `Spaces`.
    pub spaces: &'static str,
    pub is_const: bool,
    pub is_volatile: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Type {
    pub element: Element,
    pub width: Width,
    pub pointer: Option<Pointer>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub ty: Type,
    pub name: String,
}

/// `result name(parameters)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    pub result: Type,
    pub name: String,
    pub parameters: Vec<Parameter>,
}

#[derive(Debug, Clone)]
pub enum Home {
    Operation(String),
    /// By the functions of this name, or of the row's own.
    Library(Option<String>),
    Alias(String),
}

#[derive(Debug, Clone)]
pub struct Row {
    pub line: usize,
    pub prototype: String,
    pub head: Head,
    pub elements: u16,
    pub widths: u8,
    pub since: String,
    pub deprecated: Option<String>,
    pub convergent: bool,
    /// For half, float, double: Rust expressions of type `Ulp`.
    pub ulp: [String; 3],
    pub rounding: &'static str,
    pub home: Home,
    pub description: String,
    pub section: String,
}

/// A message with its line, `12: what is wrong`.
pub type Error = String;

pub fn read_table(text: &str) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    let (mut section, mut description) = (String::new(), String::new());
    let (mut elements, mut widths) = (0u16, 0u8);
    for (index, line) in text.lines().enumerate() {
        let at = |message: String| format!("{}: {message}", index + 1);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(title) = line.strip_prefix('[') {
            section = title.strip_suffix(']').ok_or_else(|| at("`]` missing".into()))?.into();
            (elements, widths) = (0, 0);
            continue;
        }
        if let Some(text) = line.strip_prefix('@') {
            description = text.trim().into();
            continue;
        }
        if let Some(set) = line.strip_prefix("gentype ")
            && !line.contains('(')
        {
            (elements, widths) = sets(set).map_err(at)?;
            continue;
        }
        let columns: Vec<&str> = split_columns(line);
        let [prototype, attributes, ulp, home] = columns[..] else {
            return Err(at(format!("a row has 4 columns, not {}", columns.len())));
        };
        let mut template = Template {
            line: index + 1,
            prototype,
            elements,
            widths,
            since: "Cl10".into(),
            deprecated: None,
            convergent: false,
            ulp: ulps(ulp).map_err(at)?,
            home: read_home(home).map_err(at)?,
            description: &description,
            section: &section,
        };
        template.attributes(attributes).map_err(at)?;
        template.expand(&mut rows).map_err(at)?;
    }
    Ok(rows)
}

/// Columns are separated by ` | ` (a lone `|` may stand in a prototype's description, not in a row).
fn split_columns(line: &str) -> Vec<&str> {
    line.split('|').map(str::trim).collect()
}

/// A row before `{n}` and `{r}` are filled in.
struct Template<'a> {
    line: usize,
    prototype: &'a str,
    elements: u16,
    widths: u8,
    since: String,
    deprecated: Option<String>,
    convergent: bool,
    ulp: [String; 3],
    home: Home,
    description: &'a str,
    section: &'a str,
}

impl Template<'_> {
    fn attributes(&mut self, text: &str) -> Result<(), Error> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut index = 0;
        while index < words.len() {
            let word = words[index];
            index += 1;
            let mut value = || {
                index += 1;
                words.get(index - 1).copied().ok_or(format!("`{word}` without a value"))
            };
            match word {
                "vector" => self.widths &= !1,
                "scalar" => self.widths = 1,
                "convergent" => self.convergent = true,
                "since" => self.since = standard(value()?)?,
                "deprecated" => self.deprecated = Some(standard(value()?)?),
                "for" => {
                    self.elements = 0;
                    while let Some(set) = words.get(index).and_then(|word| element_set(word)) {
                        self.elements |= set;
                        index += 1;
                    }
                }
                "widths" => {
                    self.widths = 0;
                    while let Some(bit) = words.get(index).and_then(|word| width_bit(word)) {
                        self.widths |= bit;
                        index += 1;
                    }
                }
                _ => return Err(format!("unknown attribute `{word}`")),
            }
        }
        if self.elements == 0 || self.widths == 0 {
            return Err("gentype has no types here".into());
        }
        Ok(())
    }
    fn expand(&self, rows: &mut Vec<Row>) -> Result<(), Error> {
        let widths: &[u8] = if self.prototype.contains("{n}") { &WIDTHS[1..] } else { &[0] };
        let roundings = if self.prototype.contains("{r}") { &ROUNDINGS[..] } else { &ROUNDINGS[..1] };
        let has_forms = self.prototype.contains("{i}") || self.prototype.contains("{t}");
        let forms = if has_forms { &IMAGE_FORMS[..] } else { &IMAGE_FORMS[..1] };
        let mut all = Vec::new();
        for width in widths {
            for rounding in roundings {
                all.extend(forms.iter().map(|form| (width, rounding, form)));
            }
        }
        for (width, (suffix, rounding), (form, element, library, number)) in all {
            let fill = |text: &str| {
                text.replace("{n}", &width.to_string())
                    .replace("{r}", suffix)
                    .replace("{i}", form)
                    .replace("{t}", element)
                    .replace("{l}", library)
            };
            let prototype = fill(self.prototype);
            rows.push(Row {
                line: self.line,
                head: read_head(&prototype)?,
                prototype: prototype.split_whitespace().collect::<Vec<_>>().join(" "),
                elements: if has_forms { 1 << number } else { self.elements },
                widths: self.widths,
                since: self.since.clone(),
                deprecated: self.deprecated.clone(),
                convergent: self.convergent,
                ulp: self.ulp.clone(),
                rounding,
                home: match &self.home {
                    Home::Library(Some(name)) => Home::Library(Some(fill(name))),
                    home => home.clone(),
                },
                description: fill(self.description),
                section: self.section.into(),
            });
        }
        Ok(())
    }
}

fn read_home(text: &str) -> Result<Home, Error> {
    let mut words = text.split_whitespace();
    Ok(match (words.next(), words.next()) {
        (Some("op"), Some(name)) => Home::Operation(name.into()),
        (Some("alias"), Some(name)) => Home::Alias(name.into()),
        (Some("lib"), name) => Home::Library(name.map(Into::into)),
        _ => return Err(format!("`{text}` is no home")),
    })
}

fn standard(text: &str) -> Result<String, Error> {
    match text {
        "1.0" | "1.1" | "1.2" | "2.0" | "3.0" | "3.1" => Ok(format!("Cl{}", text.replace('.', ""))),
        _ => Err(format!("`{text}` is no version of OpenCL C")),
    }
}

fn sets(text: &str) -> Result<(u16, u8), Error> {
    let (mut elements, mut widths) = (0, 0);
    for word in text.split_whitespace() {
        if let Some(set) = element_set(word) {
            elements |= set;
        } else if let Some(bit) = width_bit(word) {
            widths |= bit;
        } else {
            return Err(format!("`{word}` is neither an element type nor a width"));
        }
    }
    Ok((elements, widths))
}

fn element_set(word: &str) -> Option<u16> {
    Some(match word {
        "all" => 0x7ff,
        "integer" => 0x0ff,
        "signed" => 0x055,
        "unsigned" => 0x0aa,
        "floating" => 0x700,
        _ => 1 << scalar(word)?,
    })
}

fn width_bit(word: &str) -> Option<u8> {
    let width: u8 = word.parse().ok()?;
    Some(1 << WIDTHS.iter().position(|&w| w == width)?)
}

/// The index in [`ELEMENTS`] of a scalar's keyword.
pub fn scalar(word: &str) -> Option<usize> {
    ELEMENTS.iter().position(|name| name.to_lowercase() == word)
}

fn ulps(text: &str) -> Result<[String; 3], Error> {
    let words: Vec<String> = text.split_whitespace().map(ulp).collect::<Result<_, _>>()?;
    match <[String; 3]>::try_from(words) {
        Ok(three) => Ok(three),
        Err(words) if words.len() == 1 => Ok(std::array::from_fn(|_| words[0].clone())),
        Err(_) => Err(format!("`{text}`: one bound or three")),
    }
}

fn ulp(word: &str) -> Result<String, Error> {
    let number = |text: &str| -> Result<String, Error> {
        let value: f32 = text.parse().map_err(|_| format!("`{word}` is no bound"))?;
        Ok(format!("{value:?}"))
    };
    Ok(match word {
        "-" => "Ulp::ImplementationDefined".into(),
        "0" => "Ulp::Exact".into(),
        "cr" => "Ulp::CorrectlyRounded".into(),
        _ => {
            let sum = |sum: &str| -> Result<String, Error> {
                let (base, slope) = match sum.strip_suffix('n') {
                    Some(sum) => sum.split_once('+').unwrap_or(("0", sum)),
                    None => (sum, "0"),
                };
                let slope = if slope.is_empty() { "1" } else { slope };
                Ok(format!("{{ base: {}, slope: {} }}", number(base)?, number(slope)?))
            };
            if let Some(absolute) = word.strip_prefix("abs:") {
                format!("Ulp::Absolute({})", number(absolute)?)
            } else if let Some(square) = word.strip_prefix("sq:") {
                format!("Ulp::AbsoluteOfSquare {}", sum(square)?)
            } else if word.ends_with('n') {
                format!("Ulp::PerComponent {}", sum(word)?)
            } else {
                format!("Ulp::Within({})", number(word)?)
            }
        }
    })
}

/// Reads `result name(type name, …)`.
pub fn read_head(text: &str) -> Result<Head, Error> {
    let (before, rest) = text.split_once('(').ok_or("`(` missing")?;
    let list = rest.trim_end().strip_suffix(')').ok_or("`)` missing")?;
    let result = read_parameter(before)?;
    let mut parameters = Vec::new();
    let list = list.trim();
    if !list.is_empty() && list != "void" {
        for part in list.split(',') {
            parameters.push(read_parameter(part)?);
        }
    }
    Ok(Head { result: result.ty, name: result.name, parameters })
}

/// A type and the name after it.
fn read_parameter(text: &str) -> Result<Parameter, Error> {
    let text = text.replace('*', " * ");
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let name = words.pop().ok_or("a type and a name are missing")?;
    let (mut is_const, mut is_volatile, mut spaces, mut star, mut base) = (false, false, None, false, None);
    for word in words {
        match word {
            "const" => is_const = true,
            "volatile" => is_volatile = true,
            "*" => star = true,
            "private" => spaces = Some("Private"),
            "local" => spaces = Some("Local"),
            "global" => spaces = Some("Global"),
            "constant" => spaces = Some("Constant"),
            "any" => spaces = Some("Any"),
            "readable" => spaces = Some("Readable"),
            "shared" => spaces = Some("Shared"),
            "read_only" => spaces = Some("ReadOnly"),
            "writable" => spaces = Some("Writable"),
            _ if base.is_none() => base = Some(word),
            _ => return Err(format!("`{word}` does not belong in `{text}`")),
        }
    }
    let base = base.ok_or_else(|| format!("no type in `{text}`"))?;
    if let Some((_, kind)) = IMAGES.iter().find(|(name, _)| *name == base) {
        let accesses =
            spaces.filter(|_| !star).ok_or_else(|| format!("`{text}`: an image needs an access"))?;
        let ty = Type { element: Element::Image(kind, accesses), width: Width::Fixed(1), pointer: None };
        return Ok(Parameter { ty, name: name.into() });
    }
    let (element, width) = read_base(base).ok_or_else(|| format!("`{base}` is no type"))?;
    let pointer = match (star, spaces) {
        (true, Some(spaces)) => Some(Pointer { spaces, is_const, is_volatile }),
        (false, None) => None,
        (true, None) => return Err(format!("`{text}`: a pointer needs an address space")),
        (false, Some(_)) => return Err(format!("`{text}`: an address space needs a pointer")),
    };
    Ok(Parameter { ty: Type { element, width, pointer }, name: name.into() })
}

fn read_base(word: &str) -> Option<(Element, Width)> {
    let (kind, width) = match word {
        "void" => return Some((Element::Void, Width::Fixed(1))),
        "bool" => return Some((Element::Bool, Width::Fixed(1))),
        "event_t" => return Some((Element::Event, Width::Fixed(1))),
        "atomic_gentype" => return Some((Element::Atomic, Width::Fixed(1))),
        "atomic_flag" => return Some((Element::AtomicFlag, Width::Fixed(1))),
        "sampler_t" => return Some((Element::Sampler, Width::Fixed(1))),
        "size_t" => return Some((Element::Fixed(7), Width::Fixed(1))),
        "memory_scope" | "memory_order" => return Some((Element::Fixed(4), Width::Fixed(1))),
        "sgentype" => return Some((Element::Gentype, Width::Fixed(1))),
        "ugentype" => return Some((Element::Unsigned, Width::Gentype)),
        "igentype" => return Some((Element::Signed, Width::Gentype)),
        "wgentype" => return Some((Element::Wider, Width::Gentype)),
        "rgentype" => return Some((Element::Relation, Width::Gentype)),
        "gentype" => return Some((Element::Gentype, Width::Gentype)),
        _ => {
            let digits = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
            let (name, digits) = word.split_at(digits);
            if !digits.is_empty() {
                let width = digits.parse().ok().filter(|width| WIDTHS[1..].contains(width))?;
                (name, Width::Fixed(width))
            } else if let Some(name) = name.strip_suffix('n').filter(|name| scalar(name).is_some()) {
                (name, Width::Gentype)
            } else {
                (name, Width::Fixed(1))
            }
        }
    };
    let element = if kind == "gentype" { Element::Gentype } else { Element::Fixed(scalar(kind)?) };
    Some((element, width))
}

impl Type {
    /// The type for one element (an index) and width of gentype: element (`None`: void), width, and the pointer.
    pub fn at(&self, element: usize, width: u8) -> (Option<usize>, u8, Option<Pointer>) {
        let wide = match self.width {
            Width::Fixed(width) => width,
            Width::Gentype => width,
        };
        // Elements come in pairs of signed and unsigned up to 7; half, float, double have 2, 4, 8 bytes.
        let unsigned = |element: usize| if element <= 7 { element | 1 } else { 2 * (element - 8) + 3 };
        let element = match self.element {
            // What the library has no functions of.
            Element::Void | Element::Bool | Element::Event | Element::Atomic | Element::AtomicFlag => None,
            // The library sees an image as its descriptor, and a sampler as its number.
            Element::Image(..) => {
                let pointer = Pointer { spaces: "Constant", is_const: false, is_volatile: false };
                return (Some(5), 1, Some(pointer));
            }
            Element::Sampler => Some(5),
            Element::Fixed(fixed) => Some(fixed),
            Element::Gentype => Some(element),
            Element::Unsigned => Some(unsigned(element)),
            Element::Signed => Some(unsigned(element) & !1),
            Element::Wider => Some(element + 2),
            Element::Relation if wide == 1 => Some(4),
            Element::Relation => Some(unsigned(element) & !1),
        };
        (element, wide, self.pointer.clone())
    }
    /// Whether the type follows gentype's width.
    pub fn is_wide(&self) -> bool {
        self.width == Width::Gentype
    }
}
