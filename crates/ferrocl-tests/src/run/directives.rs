//! The comment lines of a file of kernels.

/// One launch and what it has to give.
#[derive(Debug, Default, Clone)]
pub struct Launch {
    /// The kernel.
    pub kernel: String,
    /// The line of its `launch`.
    pub line: usize,
    /// How many dimensions it has.
    pub dimensions: usize,
    /// Work-items.
    pub global: [u64; 3],
    /// Work-items of a group.
    pub local: [u64; 3],
    /// What global ids start from.
    pub offset: [u64; 3],
    /// Parameters and their values.
    pub arguments: Vec<(String, String)>,
    /// Parameters and their content afterwards.
    pub expected: Vec<(String, String)>,
    /// The lines that `printf` writes.
    pub output: Vec<String>,
    /// A part of the error that ends the run.
    pub error: Option<String>,
}

/// The build options at the start of a file.
pub fn options(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("// options:")).unwrap_or("").trim()
}

/// The launches of a file.
pub fn launches(text: &str) -> Result<Vec<Launch>, String> {
    let mut done = Vec::new();
    let mut open: Vec<Launch> = Vec::new();
    let mut source = String::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let wrong = |what: &str| format!("line {number}: {what}: `{line}`");
        let directive = line
            .trim_start()
            .strip_prefix("// ")
            .and_then(|rest| rest.split_once(':'))
            .filter(|(word, _)| ["launch", "arg", "expect", "output", "error"].contains(word));
        let Some((word, value)) = directive else {
            if !open.is_empty() {
                source.push_str(line.split("//").next().unwrap_or(""));
                source.push('\n');
                if let Some(name) = kernel_name(&source) {
                    done.extend(open.drain(..).map(|launch| Launch { kernel: name.clone(), ..launch }));
                    source.clear();
                }
            }
            continue;
        };
        if word == "launch" {
            open.push(sizes(value, number).map_err(|what| wrong(&what))?);
            continue;
        }
        let Some(launch) = open.last_mut() else { return Err(wrong("there is no launch before this")) };
        match word {
            "output" => launch.output.push(value.strip_prefix(' ').unwrap_or(value).to_owned()),
            "error" => launch.error = Some(value.trim().to_owned()),
            _ => {
                let (name, value) = value.split_once('=').ok_or_else(|| wrong("there is no `=`"))?;
                let pair = (name.trim().to_owned(), value.trim().to_owned());
                if word == "arg" { launch.arguments.push(pair) } else { launch.expected.push(pair) }
            }
        }
    }
    match open.first() {
        Some(launch) => Err(format!("line {}: no kernel follows this launch", launch.line)),
        None => Ok(done),
    }
}

fn sizes(text: &str, line: usize) -> Result<Launch, String> {
    let mut launch = Launch { line, ..Launch::default() };
    let mut local = None;
    for part in text.split_whitespace() {
        let (word, numbers) = part.split_once('=').ok_or("there is no `=`")?;
        let numbers: Vec<u64> = numbers
            .split(',')
            .map(|number| number.parse().map_err(|_| format!("`{number}` is no number")))
            .collect::<Result<_, _>>()?;
        if numbers.len() > 3 {
            return Err("more than three dimensions".into());
        }
        let padded = |rest| std::array::from_fn(|d| numbers.get(d).copied().unwrap_or(rest));
        match word {
            "global" => (launch.dimensions, launch.global) = (numbers.len(), padded(1)),
            "local" => local = Some(padded(1)),
            "offset" => launch.offset = padded(0),
            _ => return Err(format!("`{word}` is no part of a launch")),
        }
    }
    if launch.dimensions == 0 {
        return Err("there is no `global`".into());
    }
    launch.local = local.unwrap_or(launch.global.map(|size| size.max(1)));
    Ok(launch)
}

/// The name of the first kernel of a text, once the text has come to its parameters. Attributes may stand anywhere before.
fn kernel_name(source: &str) -> Option<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut is_kernel, mut depth) = (false, 0);
    let mut last = String::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        if is_word(c) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            if depth == 0 {
                last = rest[..end].to_owned();
                is_kernel |= matches!(last.as_str(), "kernel" | "__kernel");
            }
            rest = &rest[end..];
            continue;
        }
        match c {
            '(' if is_kernel && depth == 0 && last != "__attribute__" => return Some(last),
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        rest = &rest[c.len_utf8()..];
    }
    None
}
