//! `wrong-type`: a value of another kind than hpx takes.

use super::{Docs, Facts, Findings, Rule, cpu_clock, edits, shortened};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::{Datum, Problem, ProblemKind, Spot};
use crate::syntax::NodeId;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "wrong-type",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a value of another kind than hpx takes",
    docs: Docs {
        what: "A value is no integer, number, boolean, string, list or mapping where hpx wants one, even after the conversions that pydantic allows.",
        why: "hpx converts with pydantic in its lax mode: `\"65536\"` and `65536.0` are integers, `65536.5`, `\"1e5\"` and null are not; numbers are never strings (`helia_profiler.config`, all releases).",
        example: "\
model:
  path: kws.tflite
  arena_size: 96 KiB
",
        instead: "\
model:
  path: kws.tflite
  arena_size: 98304
",
    },
    check,
};

/// The key that takes a speed by its name.
const CPU_CLOCK: &str = "target.clock.cpu";

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    for problem in &facts.profile.problems {
        let ProblemKind::WrongType { expected, found } = &problem.kind else {
            continue;
        };
        if is_missing_model(facts, problem) {
            continue;
        }
        let key = &problem.key;
        let value = match problem.spot {
            Spot::Value { value, .. } => Some(value),
            Spot::Key(_) | Spot::Absent => None,
        };
        let written = value
            .map(|value| facts.written(value))
            .filter(|text| !text.is_empty());
        let scalar = value.is_some_and(|value| facts.tree.node(value).as_scalar().is_some());
        let message = match written.filter(|_| scalar) {
            Some(text) => format!("`{key}` takes {expected}; `{text}` is {found}"),
            None => format!("`{key}` takes {expected}; this is {found}"),
        };
        let meant = value.and_then(|value| meant(facts, key, value, expected));
        let help = match (&meant, &facts.resolved.platform) {
            (Some((text, _)), _) => format!("write `{text}`"),
            (None, Some(platform)) if key == CPU_CLOCK => {
                format!("it has {}", cpu_clock::speeds(platform))
            }
            _ => help(facts, key, value, expected),
        };
        let fix = value.zip(meant).and_then(|(value, (text, sure))| {
            let edit = edits::replace(facts, value, &text)?;
            Some(edits::fix(format!("Write `{text}`"), sure, edit))
        });
        out.say(facts.at_problem(problem), message)
            .help(help)
            .fix(fix);
    }
}

/// Whether it is null where a model is missing, which a rule of its own says.
fn is_missing_model(facts: &Facts<'_>, problem: &Problem) -> bool {
    let problems = &facts.profile.problems;
    let missing = |other: &Problem| other.kind == ProblemKind::MissingModelPath;
    let null = matches!(problem.kind, ProblemKind::WrongType { found: "null", .. });
    null && ["model", "model.path"].contains(&problem.key.as_str()) && problems.iter().any(missing)
}

/// What was meant, as hpx takes it, and whether that is sure.
fn meant(
    facts: &Facts<'_>,
    key: &str,
    value: NodeId,
    expected: &str,
) -> Option<(String, Applicability)> {
    let node = facts.tree.node(value);
    let written = node.range.slice(facts.text);
    match (expected, facts.datum(value)) {
        ("an integer", Datum::Str(text)) => {
            let path: Vec<&str> = key.split('.').collect();
            let unit = facts.schema.key(&path).and_then(|key| key.unit.as_deref());
            let (number, sure) = in_units(text, unit.unwrap_or_default())?;
            // No size and no frequency is 0.
            (number > 0 || unit.is_none()).then(|| (number.to_string(), sure))
        }
        ("a string", Datum::Int(_) | Datum::Float(_) | Datum::Bool(_) | Datum::Time) => {
            if key == CPU_CLOCK {
                let platform = facts.resolved.platform.as_ref()?;
                let speed = cpu_clock::by_frequency(platform, written)?;
                return Some((edits::scalar(speed), Applicability::Unsafe));
            }
            let plain = !written.contains(['"', '\\', '\n', '\r']);
            let is_name = || facts.profile.platforms.board(written).known().is_some();
            let plain = plain && (key != "target.board" || is_name());
            plain.then(|| (format!("\"{written}\""), Applicability::Safe))
        }
        _ => None,
    }
}

/// The way out where nothing better is known.
fn help(facts: &Facts<'_>, key: &str, value: Option<NodeId>, expected: &str) -> String {
    let datum = value.map_or(Datum::Unknown, |value| facts.datum(value));
    if let ("a mapping", Datum::Str(text), Some(main)) = (expected, datum, main_key(key)) {
        return format!(
            "write it on a line below, indented: `{main}: {}`",
            shortened(&edits::scalar(text))
        );
    }
    general_help(expected, datum).to_owned()
}

/// The key of a section that people leave out where it is the only one they
/// set.
fn main_key(section: &str) -> Option<&'static str> {
    Some(match section {
        "model" => "path",
        "engine" => "type",
        "target" => "board",
        "target.clock" => "cpu",
        "output" => "dir",
        _ => return None,
    })
}

fn general_help(expected: &str, datum: Datum<'_>) -> &'static str {
    match (expected, datum) {
        (_, Datum::Null) => "give it a value, or remove the key",
        ("a boolean", _) => "write true or false",
        ("an integer", _) => "write a whole number, without a unit",
        ("a number", _) => "write a number, without a unit",
        ("a list", _) => "write the items in brackets, or each on a line with a dash",
        ("a mapping", _) => "write its keys on the lines below, indented",
        (_, Datum::List(_) | Datum::Map(_) | Datum::Set(_)) => "write a single value",
        ("a string", Datum::Int(_) | Datum::Float(_) | Datum::Bool(_) | Datum::Time) => {
            "write a name that hpx knows"
        }
        _ => "put the value in quotes",
    }
}

/// A whole number with a unit, `96 KiB` or `48MHz`, in the unit that its key
/// takes; or one with an exponent, `1e6`.
fn in_units(text: &str, wanted: &str) -> Option<(u64, Applicability)> {
    let text = text.trim().to_ascii_lowercase();
    let at = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_'))
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(at);
    let number = number.replace('_', "");
    let Some((factor, sure)) = factor(unit.trim(), wanted) else {
        return Some((whole(text.parse::<f64>().ok()?)?, Applicability::Safe));
    };
    let value = match number.parse::<u64>() {
        Ok(whole) => whole.checked_mul(factor)?,
        Err(_) => scaled(number.parse::<f64>().ok()?, factor)?,
    };
    Some((value, sure))
}

/// What a unit multiplies by. A `k` of bytes may be 1000 or 1024.
fn factor(unit: &str, wanted: &str) -> Option<(u64, Applicability)> {
    use Applicability::{Safe, Unsafe};
    Some(match (wanted, unit) {
        (_, "") | ("B", "b" | "bytes") | ("Hz", "hz") => (1, Safe),
        ("B", "kib") => (1024, Safe),
        ("B", "k" | "kb") => (1024, Unsafe),
        ("B", "mib") => (1024 * 1024, Safe),
        ("B", "m" | "mb") => (1024 * 1024, Unsafe),
        ("Hz", "khz") => (1_000, Safe),
        ("Hz", "mhz") => (1_000_000, Safe),
        _ => return None,
    })
}

/// A decimal fraction times a factor, where that is whole.
fn scaled(number: f64, factor: u64) -> Option<u64> {
    #[allow(clippy::cast_precision_loss)]
    whole(number * factor as f64)
}

/// A float that is a whole number.
fn whole(value: f64) -> Option<u64> {
    let fits = value.fract() == 0.0 && (0.0..9e15).contains(&value);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fits.then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::in_units;

    fn read(text: &str, unit: &str) -> Option<u64> {
        in_units(text, unit).map(|(number, _)| number)
    }

    #[test]
    fn numbers_with_units() {
        assert_eq!(read("96 KiB", "B"), Some(98_304));
        assert_eq!(read("1.5m", "B"), Some(1_572_864));
        assert_eq!(read("48 MHz", "Hz"), Some(48_000_000));
        assert_eq!(read("1e5", ""), Some(100_000));
        assert_eq!(read("5k", ""), None);
        assert_eq!(read("1,000", "B"), None);
        assert_eq!(read("lots", "B"), None);
    }
}
