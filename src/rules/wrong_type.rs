//! `wrong-type`: a value of another kind than hpx takes.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Applicability, Fix};
use crate::diagnostic::{Level, Origin};
use crate::profile::{Datum, ProblemKind, Spot};
use crate::syntax::NodeId;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "wrong-type",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a value of another kind than hpx takes",
    docs: Docs {
        what: "A value that is no integer, number, boolean, string, list or mapping where hpx wants one, after the conversions that pydantic allows.",
        why: "hpx converts with pydantic in its lax mode: `\"65536\"` and `65536.0` are integers, `65536.5`, `\"1e5\"` and null are not; numbers are never strings (`helia_profiler.config`).",
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

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    for problem in &facts.profile.problems {
        let ProblemKind::WrongType { expected, found } = &problem.kind else {
            continue;
        };
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
        let fixes = value.and_then(|value| mend(facts, value, expected));
        let help = help(facts, value, expected, &fixes);
        let finding = out.say(facts.at_problem(problem), message);
        match help {
            Some(help) => finding.help(help).fix(fixes),
            None => finding.fix(fixes),
        };
    }
}

/// A value that means the same thing and that hpx takes.
fn mend(facts: &Facts<'_>, value: NodeId, expected: &str) -> Option<Fix> {
    let datum = facts.datum(value);
    let written = facts.written(value);
    let meant = match (expected, datum) {
        ("an integer", Datum::Str(text)) => in_bytes(text)?.to_string(),
        ("a string", Datum::Int(_) | Datum::Float(_) | Datum::Bool(_) | Datum::Time) => {
            format!("\"{written}\"")
        }
        _ => return None,
    };
    let edit = edits::replace(facts.tree, value, &meant)?;
    Some(edits::fix(
        format!("Write `{meant}`"),
        Applicability::Safe,
        edit,
    ))
}

fn help(
    facts: &Facts<'_>,
    value: Option<NodeId>,
    expected: &str,
    fix: &Option<Fix>,
) -> Option<String> {
    let datum = value.map_or(Datum::Unknown, |value| facts.datum(value));
    match (fix, expected, datum) {
        (Some(fix), _, _) => {
            let edit = fix.edits.first()?;
            Some(format!("write {}", edit.edit.text.trim()))
        }
        (None, _, Datum::Null) => Some("give it a value, or remove the key".to_owned()),
        (None, "a boolean", _) => Some("write true or false".to_owned()),
        (None, "an integer", Datum::Float(_)) => Some("write a whole number".to_owned()),
        _ => None,
    }
}

/// A size with a unit, in bytes: `96 KiB`, `512k`, `1e6`.
fn in_bytes(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_lowercase();
    let at = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_'))
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(at);
    let number = number.replace('_', "");
    let factor: u64 = match unit.trim() {
        "" | "b" | "bytes" => 1,
        "k" | "kb" | "kib" => 1024,
        "m" | "mb" | "mib" => 1024 * 1024,
        _ => return whole(text.parse::<f64>().ok()?),
    };
    match number.parse::<u64>() {
        Ok(whole) => whole.checked_mul(factor),
        Err(_) =>
        {
            #[allow(clippy::cast_precision_loss)]
            whole(number.parse::<f64>().ok()? * factor as f64)
        }
    }
}

/// A float that is a whole number.
fn whole(value: f64) -> Option<u64> {
    let fits = value.fract() == 0.0 && (0.0..9e15).contains(&value);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fits.then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::in_bytes;

    #[test]
    fn sizes_with_units() {
        assert_eq!(in_bytes("96 KiB"), Some(98_304));
        assert_eq!(in_bytes("1.5m"), Some(1_572_864));
        assert_eq!(in_bytes("1e5"), Some(100_000));
        assert_eq!(in_bytes("1,000"), None);
        assert_eq!(in_bytes("lots"), None);
    }
}
