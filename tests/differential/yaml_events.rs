//! Writes down what this library makes of YAML documents, for `differential.py` to compare.
//!
//! Reads documents from standard input, each a length of four bytes, the lowest first, and then
//! so many bytes. Writes one line of JSON for each: `accepted`, `events` (null for a text that
//! breaks YAML's grammar) and `value` (null for one that is refused).

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, BufWriter, Read as _, Write as _};

use hpx_lsp::syntax::{
    Directives, Event, EventKind, Events, MappingKind, NodeId, NodeKind, Scalar, ScalarStyle,
    SequenceKind, Tree, Value, decode, parse,
};

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut output = BufWriter::new(io::stdout().lock());
    let mut rest = input.as_slice();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_le_bytes(*length) as usize;
        let Some((document, after)) = after.split_at_checked(length) else {
            break;
        };
        writeln!(output, "{}", report(document))?;
        rest = after;
    }
    Ok(())
}

fn report(document: &[u8]) -> String {
    let Ok(text) = decode(document) else {
        return r#"{"accepted": false, "events": null, "value": null}"#.to_owned();
    };
    let parsed = parse(text);
    let accepted = parsed.problems.is_empty();
    let events: Result<Vec<String>, _> = Events::new(text)
        .map(|event| event.map(|event| written_event(&event)))
        .collect();
    let events = match events {
        Ok(events) => format!("[{}]", events.join(", ")),
        Err(_) => "null".to_owned(),
    };
    let value = if accepted {
        format!("\"{}\"", Values::new(&parsed.tree).written())
    } else {
        "null".to_owned()
    };
    format!(r#"{{"accepted": {accepted}, "events": {events}, "value": {value}}}"#)
}

fn written_event(event: &Event<'_>) -> String {
    let mut line = String::from("\"");
    let (start, end) = (event.range.start, event.range.end);
    let _ = match &event.kind {
        EventKind::StreamStart => write!(line, "+stream"),
        EventKind::StreamEnd => write!(line, "-stream"),
        EventKind::DocumentStart {
            explicit,
            directives,
        } => write!(
            line,
            "+document {explicit} {}",
            written_directives(directives.as_deref())
        ),
        EventKind::DocumentEnd { explicit } => write!(line, "-document {explicit}"),
        EventKind::Alias(name) => write!(line, "*{name} {start} {end}"),
        EventKind::Scalar(scalar) => {
            let style = scalar.style.map_or("empty", style_name);
            let place = match scalar.style {
                Some(_) => format!("{start} {}", scalar.raw_end),
                None => String::new(),
            };
            let text = with_surrogates(&scalar.text, &scalar.lone_surrogates);
            let by_text = scalar.resolved_by_text;
            write!(line, "= {style} {by_text} {place} {text}")
        }
        EventKind::SequenceStart { flow } => write!(line, "+sequence {flow}"),
        EventKind::SequenceEnd => write!(line, "-sequence"),
        EventKind::MappingStart { flow } => write!(line, "+mapping {flow}"),
        EventKind::MappingEnd => write!(line, "-mapping"),
    };
    if let Some((name, range)) = event.anchor() {
        let _ = write!(line, " &{name} {} {}", range.start, range.end);
    }
    if let Some((tag, range)) = event.tag() {
        let _ = write!(line, " !{} {} {}", plain(tag), range.start, range.end);
    }
    line.push('"');
    line
}

fn written_directives(directives: Option<&Directives<'_>>) -> String {
    let Some(Directives { version, tags }) = directives else {
        return " ".to_owned();
    };
    let number = |digits: &str| match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    };
    let version = version.map_or(String::new(), |(major, minor)| {
        format!("{}.{}", number(major), number(minor))
    });
    let tags = tags.iter();
    let tags: Vec<String> = tags
        .map(|(handle, prefix)| format!("{}={}", plain(handle), plain(prefix)))
        .collect();
    format!("{version} {}", tags.join(" "))
}

fn style_name(style: ScalarStyle) -> &'static str {
    match style {
        ScalarStyle::Plain => "plain",
        ScalarStyle::SingleQuoted => "single",
        ScalarStyle::DoubleQuoted => "double",
        ScalarStyle::Literal => "literal",
        ScalarStyle::Folded => "folded",
    }
}

/// A text in printable ASCII, without the characters that JSON escapes.
fn plain(text: &str) -> String {
    with_surrogates(text, &[])
}

fn with_surrogates(text: &str, surrogates: &[(u32, u16)]) -> String {
    let surrogates: HashMap<u32, u16> = surrogates.iter().copied().collect();
    let mut plain = String::new();
    for (at, character) in text.char_indices() {
        let lone = surrogates.get(&(at as u32)).copied().map(u32::from);
        match character {
            ' '..='~' if !r#"<"\"#.contains(character) => plain.push(character),
            _ => {
                let _ = write!(plain, "<{:x}>", lone.unwrap_or(character as u32));
            }
        }
    }
    plain
}

/// Writes the values of a tree; a collection met again is written as a reference.
struct Values<'t> {
    tree: &'t Tree,
    met: HashMap<NodeId, usize>,
    output: String,
}

impl<'t> Values<'t> {
    fn new(tree: &'t Tree) -> Self {
        Self {
            tree,
            met: HashMap::new(),
            output: String::new(),
        }
    }

    fn written(mut self) -> String {
        match self.tree.root() {
            Some(root) => self.node(root),
            None => self.output.push_str("None"),
        }
        self.output
    }

    fn node(&mut self, id: NodeId) {
        let id = self.tree.resolve(id);
        let tree = self.tree;
        let node = tree.node(id);
        if let NodeKind::Scalar(scalar) = &node.kind {
            self.output.push_str(&written_scalar(scalar));
            return;
        }
        let count = self.met.len();
        if let Some(number) = self.met.get(&id) {
            let _ = write!(self.output, "@{number}");
            return;
        }
        self.met.insert(id, count);
        match &node.kind {
            NodeKind::Sequence(sequence) => self.items(&sequence.items, sequence.kind),
            NodeKind::Mapping(mapping) => self.fields(id, mapping.kind),
            NodeKind::Scalar(_) | NodeKind::Alias(_) => {}
        }
    }

    fn items(&mut self, items: &[NodeId], kind: SequenceKind) {
        self.output.push('[');
        for &item in items {
            match kind {
                SequenceKind::List => self.node(item),
                SequenceKind::Pairs => self.pair(item),
            }
            self.output.push(',');
        }
        self.output.push(']');
    }

    fn pair(&mut self, item: NodeId) {
        let pair = self.tree.fields(item);
        self.output.push('(');
        for field in pair {
            self.node(field.python_key);
            self.output.push(',');
            self.node(field.value);
        }
        self.output.push(')');
    }

    fn fields(&mut self, id: NodeId, kind: MappingKind) {
        let fields = self.tree.fields(id);
        if kind == MappingKind::Set {
            let keys = fields.iter().map(|field| self.key(field.python_key));
            let mut keys: Vec<String> = keys.collect();
            keys.sort();
            let _ = write!(self.output, "set{{{}}}", keys.join(","));
            return;
        }
        self.output.push('{');
        for field in fields {
            self.node(field.python_key);
            self.output.push(':');
            self.node(field.value);
            self.output.push(',');
        }
        self.output.push('}');
    }

    fn key(&self, id: NodeId) -> String {
        let node = self.tree.node(self.tree.resolve(id));
        node.as_scalar().map_or(String::new(), written_scalar)
    }
}

fn written_scalar(scalar: &Scalar) -> String {
    match &scalar.value {
        Value::Null => "None".to_owned(),
        Value::Bool(value) => format!("bool {value}"),
        Value::Int(value) => format!("int {value:x}"),
        Value::Float(value) if value.is_nan() => "float nan".to_owned(),
        Value::Float(value) => format!("float {:016x}", value.to_bits()),
        Value::Str => format!(
            "'{}'",
            with_surrogates(&scalar.text, &scalar.lone_surrogates)
        ),
        Value::Bytes(bytes) => {
            let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
            format!("bytes {}", digits.collect::<String>())
        }
        Value::Date(date) => format!("date {}-{}-{}", date.year, date.month, date.day),
        Value::DateTime(time) => {
            let date = time.date;
            let zone = time
                .offset_minutes
                .map_or("None".to_owned(), |minutes| minutes.to_string());
            format!(
                "time {}-{}-{} {}:{}:{}.{} {zone}",
                date.year,
                date.month,
                date.day,
                time.hour,
                time.minute,
                time.second,
                time.microsecond
            )
        }
        Value::Invalid => "invalid".to_owned(),
    }
}
