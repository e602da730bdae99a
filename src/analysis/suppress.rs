//! Comments that take findings back: `# hpx-lint: ignore[rule, ...] reason`.
//!
//! One behind a value covers the findings that begin on its line; one on a line of its own covers
//! those of the next line that is no comment, and of the comments up to there.
//! `ignore-file[...]` covers the whole file. A comment that takes nothing back is a finding itself,
//! and so is one that cannot be understood.

use std::collections::BTreeMap;

use super::misspelt::misspelt;
use crate::diagnostic::{Applicability, Diagnostic, Fix, Level, Origin};
use crate::profile::directive::{DIRECTIVES, Directive, PROFILE, word};
use crate::text::{Edit, LineIndex, TextRange, nearest};

/// The rule of comments that take nothing back.
pub const RULE: &str = "unused-suppression";

/// What is known besides the findings.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The ids of all rules.
    pub rules: &'a [&'static str],
    /// Whether every finding was looked for. Where not, as in a text with a syntax error, a
    /// comment that takes nothing back may still be needed.
    pub complete: bool,
}

/// Takes back what the comments take back, and adds what is to be said about them.
///
/// Findings of rules that the settings turn off must still be among `diagnostics`: they are what
/// a comment is there for.
pub fn suppress(
    text: &str,
    comments: impl IntoIterator<Item = TextRange>,
    diagnostics: Vec<Diagnostic>,
    known: Known<'_>,
) -> Vec<Diagnostic> {
    let comments: Vec<TextRange> = comments.into_iter().collect();
    let (suppressions, mut about) = read(text, &comments, known.rules);
    if suppressions.is_empty() {
        return [diagnostics, about].concat();
    }
    let lines = LineIndex::new(text);
    let index = Index::new(text, &lines, &comments, &suppressions);
    let mut used = vec![false; suppressions.len()];
    let mut left = index.keep(diagnostics, &lines, &mut used);
    if known.complete {
        // First those of other rules: what is said of them can be taken back in turn.
        about.extend(unused(text, &suppressions, &used, |rule| rule != RULE));
        about = index.keep(about, &lines, &mut used);
        about.extend(unused(text, &suppressions, &used, |rule| rule == RULE));
    }
    left.append(&mut about);
    left
}

/// One rule in one comment.
#[derive(Debug)]
struct Suppression<'t> {
    rule: &'t str,
    /// Where the rule's name stands.
    name: TextRange,
    comment: TextRange,
    /// How many rules the comment lists.
    beside: usize,
    whole_file: bool,
}

fn read<'t>(
    text: &'t str,
    comments: &[TextRange],
    rules: &[&'static str],
) -> (Vec<Suppression<'t>>, Vec<Diagnostic>) {
    let (mut suppressions, mut about) = (Vec::new(), Vec::new());
    for comment in comments {
        let Some(directive) = Directive::find(text, *comment) else {
            continue;
        };
        if !directive.is_read {
            about.push(misspelt(text, directive));
            continue;
        }
        match names(text, *comment, directive.asked) {
            Ok(listed) => {
                for suppression in listed {
                    if rules.contains(&suppression.rule) {
                        suppressions.push(suppression);
                    } else {
                        about.push(unknown(&suppression, rules));
                    }
                }
            }
            Err(Some(diagnostic)) => about.push(*diagnostic),
            Err(None) => {}
        }
    }
    (suppressions, about)
}

/// The rules that a directive lists; a finding where it is none.
fn names<'t>(
    text: &'t str,
    comment: TextRange,
    asked: TextRange,
) -> Result<Vec<Suppression<'t>>, Option<Box<Diagnostic>>> {
    let body = asked.slice(text);
    let word = word(body);
    if word == PROFILE {
        return Err(None);
    }
    if !DIRECTIVES.contains(&word) {
        return Err(Some(Box::new(unknown_directive(asked, word))));
    }
    let list = body.get(word.len()..).unwrap_or("").trim_start();
    let Some(list) = list.strip_prefix('[') else {
        return Err(Some(Box::new(without_list(asked, word))));
    };
    let start = asked.end - offset(list.len());
    let Some(end) = list.find(']') else {
        let list = TextRange::new(start - 1, asked.end);
        return Err(Some(Box::new(unclosed(list, word))));
    };
    let names = pieces(text, TextRange::new(start, start + offset(end)));
    if names.is_empty() {
        return Err(Some(Box::new(without_list(asked, word))));
    }
    let beside = names.len();
    let suppression = |name: TextRange| Suppression {
        rule: name.slice(text),
        name,
        comment,
        beside,
        whole_file: word == "ignore-file",
    };
    Ok(names.into_iter().map(suppression).collect())
}

/// The parts between commas that are not blank.
fn pieces(text: &str, list: TextRange) -> Vec<TextRange> {
    let mut start = list.start;
    let mut pieces = Vec::new();
    for piece in list.slice(text).split(',') {
        let end = start + offset(piece.len());
        pieces.push(trimmed(text, TextRange::new(start, end)));
        start = end + 1;
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn trimmed(text: &str, range: TextRange) -> TextRange {
    let body = range.slice(text);
    let start = range.start + offset(body.len() - body.trim_start().len());
    TextRange::new(
        start,
        range.end - offset(body.len() - body.trim_end().len()),
    )
}

/// Texts end below 4 GiB.
pub(super) fn offset(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// The suppressions by the line that they cover (`None` for all) and their rule.
struct Index<'t> {
    covering: BTreeMap<(Option<u32>, &'t str), Vec<usize>>,
    /// The line that each suppression stands on, in the order of the text.
    stands_on: Vec<u32>,
    /// The lines that hold a comment alone, with the line that each speaks of.
    speaks_of: BTreeMap<u32, u32>,
}

impl<'t> Index<'t> {
    fn new(
        text: &str,
        lines: &LineIndex,
        comments: &[TextRange],
        suppressions: &[Suppression<'t>],
    ) -> Self {
        let mut covering: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        let speaks_of = lines_spoken_of(text, lines, comments);
        let stands_on = suppressions.iter().map(|it| lines.line(it.comment.start));
        let stands_on: Vec<u32> = stands_on.collect();
        for (at, (suppression, own)) in suppressions.iter().zip(&stands_on).enumerate() {
            let line = speaks_of.get(own).unwrap_or(own);
            let line = (!suppression.whole_file).then_some(*line);
            covering
                .entry((line, suppression.rule))
                .or_default()
                .push(at);
        }
        Index {
            covering,
            stands_on,
            speaks_of,
        }
    }

    /// The findings that nothing takes back.
    fn keep(
        &self,
        diagnostics: Vec<Diagnostic>,
        lines: &LineIndex,
        used: &mut [bool],
    ) -> Vec<Diagnostic> {
        let mut kept = diagnostics;
        kept.retain(|diagnostic| {
            let line = lines.line(diagnostic.range.start);
            let all = self.on(None, diagnostic.rule);
            let here = self.on(Some(line), diagnostic.rule);
            let above = self.above(line, diagnostic.rule);
            let mut covered = false;
            for at in here.iter().chain(all).chain(above) {
                covered = true;
                used.get_mut(*at).into_iter().for_each(|used| *used = true);
            }
            !covered
        });
        kept
    }

    /// The suppressions that cover a line.
    fn on(&self, line: Option<u32>, rule: &'static str) -> &[usize] {
        let found = self.covering.get(&(line, rule));
        found.map_or(&[], Vec::as_slice)
    }

    /// The one that covers a line with a comment alone, where findings are of what is not there:
    /// the nearest of those on the line and in the comments right above it.
    fn above(&self, line: u32, rule: &'static str) -> Option<&usize> {
        let together = self.on(Some(*self.speaks_of.get(&line)?), rule);
        let above = |at: &usize| self.stands_on.get(*at).is_some_and(|own| *own <= line);
        let count = together.partition_point(above);
        together.get(..count)?.last()
    }
}

/// The line that each comment with a line of its own speaks of: the next that is no comment.
fn lines_spoken_of(text: &str, lines: &LineIndex, comments: &[TextRange]) -> BTreeMap<u32, u32> {
    let mut spoken_of = BTreeMap::new();
    for comment in comments.iter().rev() {
        let line = lines.line(comment.start);
        let before = TextRange::new(lines.line_start(line), comment.start).slice(text);
        if before.trim_start_matches('\u{feff}').trim().is_empty() {
            let next = line + 1;
            spoken_of.insert(line, spoken_of.get(&next).copied().unwrap_or(next));
        }
    }
    spoken_of
}

/// What is said of those that take nothing back and whose rule is wanted.
fn unused(
    text: &str,
    suppressions: &[Suppression<'_>],
    used: &[bool],
    wanted: impl Fn(&str) -> bool,
) -> Vec<Diagnostic> {
    let pairs = suppressions.iter().zip(used);
    let idle = pairs.filter(|(suppression, used)| !**used && wanted(suppression.rule));
    let idle: Vec<&Suppression<'_>> = idle.map(|(suppression, _)| suppression).collect();
    let mut of_comment: BTreeMap<TextRange, usize> = BTreeMap::new();
    for suppression in &idle {
        *of_comment.entry(suppression.comment).or_default() += 1;
    }
    let about = idle.into_iter().map(|suppression| {
        let rule = suppression.rule;
        let place = if suppression.whole_file {
            "in this file"
        } else {
            "here"
        };
        let message = format!("nothing to ignore: `{rule}` finds nothing {place}");
        let mut diagnostic = finding(suppression.name, message);
        diagnostic.help = Some("take the comment out, or put it where the finding is".to_owned());
        let all_idle = of_comment.get(&suppression.comment) == Some(&suppression.beside);
        diagnostic.fixes.push(removal(text, suppression, all_idle));
        diagnostic
    });
    about.collect()
}

/// Takes the comment out, or only the rule where others of it are needed.
fn removal(text: &str, suppression: &Suppression<'_>, all_idle: bool) -> Fix {
    let (title, range) = if all_idle {
        (
            "Remove the comment".to_owned(),
            with_blanks(text, suppression.comment),
        )
    } else {
        (
            format!("Remove `{}`", suppression.rule),
            with_comma(text, suppression.name),
        )
    };
    fix(title, Applicability::Safe, range, String::new())
}

/// A name with the comma behind it, else before it.
fn with_comma(text: &str, name: TextRange) -> TextRange {
    let after = text.get(name.end as usize..).unwrap_or("");
    if let Some(rest) = after.trim_start().strip_prefix(',') {
        let rest = rest.trim_start_matches([' ', '\t']);
        return TextRange::new(name.start, name.end + offset(after.len() - rest.len()));
    }
    let before = text.get(..name.start as usize).unwrap_or("");
    let start = before.trim_end().trim_end_matches(',').trim_end().len();
    TextRange::new(offset(start), name.end)
}

/// A comment with the blanks before it, and with its line break where the line has nothing else.
fn with_blanks(text: &str, comment: TextRange) -> TextRange {
    let before = text.get(..comment.start as usize).unwrap_or("");
    let start = before.trim_end_matches([' ', '\t']).len();
    let alone = start == 0
        || before
            .get(..start)
            .is_some_and(|s| s.ends_with(['\n', '\r']));
    let rest = text.get(comment.end as usize..).unwrap_or("");
    let line_break = match rest {
        _ if !alone => 0,
        _ if rest.starts_with("\r\n") => 2,
        _ => u32::from(rest.starts_with(['\n', '\r'])),
    };
    TextRange::new(offset(start), comment.end + line_break)
}

fn unknown(suppression: &Suppression<'_>, rules: &[&'static str]) -> Diagnostic {
    let message = format!("there is no rule `{}` to ignore", suppression.rule);
    let mut diagnostic = finding(suppression.name, message);
    let near = nearest(suppression.rule, rules.iter().copied());
    diagnostic.help = Some(match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`hpx-lint rules` lists the rules".to_owned(),
    });
    let fixes = near.map(|near| {
        let title = format!("Change to `{near}`");
        fix(
            title,
            Applicability::Unsafe,
            suppression.name,
            near.to_owned(),
        )
    });
    diagnostic.fixes.extend(fixes);
    diagnostic
}

fn unknown_directive(directive: TextRange, word: &str) -> Diagnostic {
    let range = TextRange::new(directive.start, directive.start + offset(word.len()));
    let mut diagnostic = finding(range, format!("`{word}` is nothing that hpx-lint does"));
    let near = nearest(word, DIRECTIVES);
    diagnostic.help = Some(match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "expected ignore[rule], ignore-file[rule] or profile".to_owned(),
    });
    diagnostic.fixes.extend(near.map(|near| {
        let title = format!("Change to `{near}`");
        fix(title, Applicability::Unsafe, range, near.to_owned())
    }));
    diagnostic
}

fn without_list(directive: TextRange, word: &str) -> Diagnostic {
    let range = TextRange::new(directive.start, directive.start + offset(word.len()));
    let mut diagnostic = finding(range, format!("`{word}` does not say which rule"));
    diagnostic.help = Some(format!(
        "write `{word}[rule]`, with the rule that the finding names"
    ));
    diagnostic
}

fn unclosed(list: TextRange, word: &str) -> Diagnostic {
    let message = format!("the `[` behind `{word}` is not closed");
    let mut diagnostic = finding(list, message);
    diagnostic.help = Some("close it with `]` behind the last rule".to_owned());
    diagnostic
}

pub(super) fn finding(range: TextRange, message: String) -> Diagnostic {
    Diagnostic {
        rule: RULE,
        origin: Origin::Own,
        level: Level::Warning,
        message,
        help: None,
        key: None,
        range,
        related: Vec::new(),
        fixes: Vec::new(),
        tags: Vec::new(),
    }
}

pub(super) fn fix(
    title: String,
    applicability: Applicability,
    range: TextRange,
    text: String,
) -> Fix {
    let edit = Edit { range, text };
    Fix::here(title, applicability, [edit])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::apply_edits;

    const RULES: [&str; 3] = ["arena-overflow", "no-effect", RULE];

    /// The comments of texts whose only `#` begin comments.
    fn comments(text: &str) -> Vec<TextRange> {
        let starts = text.match_indices('#').map(|(at, _)| at);
        let mut found: Vec<TextRange> = Vec::new();
        for start in starts {
            let rest = text.get(start..).unwrap_or("");
            let end = start + rest.find(['\n', '\r']).unwrap_or(rest.len());
            if found.last().is_none_or(|last| last.end <= offset(start)) {
                found.push(TextRange::new(offset(start), offset(end)));
            }
        }
        found
    }

    /// A finding of the rule at each `place` of the text.
    fn run(text: &str, findings: &[(&'static str, &str)], complete: bool) -> Vec<Diagnostic> {
        let diagnostics = findings.iter().map(|(rule, place)| {
            let start = offset(text.find(place).unwrap());
            let range = TextRange::new(start, start + offset(place.len()));
            Diagnostic {
                rule,
                ..finding(range, format!("at {place}"))
            }
        });
        let diagnostics = diagnostics.collect();
        suppress(
            text,
            comments(text),
            diagnostics,
            Known {
                rules: &RULES,
                complete,
            },
        )
    }

    fn messages(text: &str, findings: &[(&'static str, &str)]) -> Vec<String> {
        run(text, findings, true)
            .into_iter()
            .map(|d| d.message)
            .collect()
    }

    const OVERFLOW: &str = "arena-overflow";

    #[test]
    fn what_a_comment_covers() {
        for (text, covered) in [
            ("a: 1 # hpx-lint: ignore[arena-overflow] why not\n", true),
            ("a: 1 # because # hpx-lint: ignore[arena-overflow]\n", true),
            ("# hpx-lint: ignore[arena-overflow]\na: 1\n", true),
            (
                "\u{feff}  #hpx-lint:ignore [ no-effect,arena-overflow ]\r\na: 1\r\n",
                true,
            ),
            ("# hpx-lint: ignore[arena-overflow]\n# more\na: 1\n", true),
            (
                "# hpx-lint: ignore[arena-overflow]\na:\n  - 1\n  - 2\n",
                true,
            ),
            (
                "b: 1\na: 1\n# hpx-lint: ignore-file[arena-overflow]\n",
                true,
            ),
            ("a: 1 #  hpx-lint  :  ignore [arena-overflow]  why\n", true),
            ("#hpx-lint :ignore-file[ arena-overflow ]\na: 1\n", true),
            (
                "# use hpx-lint: # hpx-lint: ignore[arena-overflow]\na: 1\n",
                true,
            ),
            ("# hpx-lint: ignore[arena-overflow]\n\na: 1\n", false),
            ("b: 1 # hpx-lint: ignore[arena-overflow]\na: 1\n", false),
            ("# hpx-lint: ignore[no-effect]\na: 1\n", false),
            ("# use hpx-lint: ignore[arena-overflow]\na: 1\n", false),
        ] {
            let place = text.get(text.find("a:").unwrap()..).unwrap();
            let left = run(text, &[(OVERFLOW, place)], false);
            assert_eq!(left.is_empty(), covered, "{text:?} {left:?}");
        }
    }

    #[test]
    fn findings_on_comments_are_covered_from_there_or_above() {
        for (text, covered) in [
            ("# here hpx-lint\n", false),
            ("# here # hpx-lint: ignore[no-effect]\n", true),
            ("# hpx-lint: ignore[no-effect]\n# more\n  # here", true),
            ("# here\n# hpx-lint: ignore[no-effect]\n", false),
            ("# hpx-lint: ignore[no-effect]\n\n# here\n", false),
            ("a: 1 # hpx-lint: ignore[no-effect]\n# here\n", false),
        ] {
            let left = run(text, &[("no-effect", "here")], true);
            let idle = !covered && text.contains("ignore");
            let count = usize::from(!covered) + usize::from(idle);
            assert_eq!(left.len(), count, "{text:?} {left:?}");
        }
    }

    #[test]
    fn idle_comments_are_findings() {
        let idle = "nothing to ignore: `no-effect` finds nothing here";
        let text = "# hpx-lint: ignore[no-effect, arena-overflow]\na: 1\n";
        assert_eq!(messages(text, &[(OVERFLOW, "a: 1")]), [idle]);
        assert!(run(text, &[(OVERFLOW, "a: 1")], false).is_empty());
        let text = "# hpx-lint: ignore-file[no-effect]\n";
        assert_eq!(
            messages(text, &[]),
            ["nothing to ignore: `no-effect` finds nothing in this file"]
        );
    }

    #[test]
    fn comments_that_make_no_sense_are_findings() {
        for (comment, message, help) in [
            (
                "ignore[arena-overflaw]",
                "there is no rule `arena-overflaw` to ignore",
                "did you mean `arena-overflow`?",
            ),
            (
                "ignore[x y]",
                "there is no rule `x y` to ignore",
                "`hpx-lint rules` lists the rules",
            ),
            (
                "ignore",
                "`ignore` does not say which rule",
                "write `ignore[rule]`, with the rule that the finding names",
            ),
            (
                "ignore[]",
                "`ignore` does not say which rule",
                "write `ignore[rule]`, with the rule that the finding names",
            ),
            (
                "ignore-file[no-effect",
                "the `[` behind `ignore-file` is not closed",
                "close it with `]` behind the last rule",
            ),
            (
                "ignore [ no-effect, because",
                "the `[` behind `ignore` is not closed",
                "close it with `]` behind the last rule",
            ),
            (
                "ignore[",
                "the `[` behind `ignore` is not closed",
                "close it with `]` behind the last rule",
            ),
            (
                "ignroe[no-effect]",
                "`ignroe` is nothing that hpx-lint does",
                "did you mean `ignore`?",
            ),
            (
                "",
                "`` is nothing that hpx-lint does",
                "expected ignore[rule], ignore-file[rule] or profile",
            ),
        ] {
            let text = format!("a: 1 # hpx-lint: {comment}\n");
            let found = run(&text, &[], false);
            assert_eq!(found.len(), 1, "{comment}");
            assert_eq!(
                (found[0].message.as_str(), found[0].help.as_deref()),
                (message, Some(help))
            );
        }
        for comment in [
            "# hpx-lint: profile",
            "#hpx-lint:profile",
            "# hpx-lint :  profile",
        ] {
            assert!(run(comment, &[], true).is_empty(), "{comment}");
        }
    }

    #[test]
    fn comments_that_nearly_speak_to_hpx_lint_are_findings() {
        for (comment, mended) in [
            ("HPX-LINT: ignore[no-effect]", "hpx-lint: ignore[no-effect]"),
            ("hpx-lint ignore[no-effect]", "hpx-lint: ignore[no-effect]"),
            (
                "hpx_lint:ignore-file [no-effect]",
                "hpx-lint: ignore-file [no-effect]",
            ),
            (
                "why # hpxlint ignroe[no-effect]",
                "why # hpx-lint: ignroe[no-effect]",
            ),
            ("Hpx-lint: ignore", "hpx-lint: ignore"),
            ("hpx-lint profile", "hpx-lint: profile"),
            ("HPX-lint: profile", "hpx-lint: profile"),
            ("hpx-lint: ignroe[no-effect]", "hpx-lint: ignore[no-effect]"),
        ] {
            let text = format!("a: 1 # {comment}\n");
            let found = run(&text, &[], false);
            assert_eq!(found.len(), 1, "{comment}");
            let edits = found[0].fixes[0].edits_of_this();
            let mended = format!("a: 1 # {mended}\n");
            assert_eq!(apply_edits(&text, &edits), Some(mended));
        }
        for comment in [
            "hpx-lint",
            "hpx-lint ignores this",
            "HPX-LINT: see the pages",
            "hpx-lint profile of the board",
            "use hpx-lint ignore[no-effect]",
        ] {
            let found = run(&format!("a: 1 # {comment}\n"), &[], false);
            assert!(found.is_empty(), "{comment}");
        }
    }

    #[test]
    fn idle_comments_can_be_ignored_too() {
        let text = "# hpx-lint: ignore[unused-suppression]\na: 1 # hpx-lint: ignore[no-effect]\n";
        assert!(run(text, &[], true).is_empty());
        let text = "# hpx-lint: ignore-file[unused-suppression]\n";
        assert_eq!(run(text, &[], true).len(), 1);
    }

    #[test]
    fn fixes_leave_the_rest_as_it_was() {
        for (before, after) in [
            (
                "a: 1  # hpx-lint: ignore[no-effect] x\r\nb: 2\r\n",
                "a: 1\r\nb: 2\r\n",
            ),
            (
                "a: 1\n  # hpx-lint: ignore[no-effect]\nb: 2\n",
                "a: 1\nb: 2\n",
            ),
            ("# hpx-lint: ignore[no-effect]", ""),
            (
                "a: 1 # hpx-lint: ignore[no-effect, arena-overflow]\n",
                "a: 1\n",
            ),
            (
                "b: # hpx-lint: ignore[no-effect, arena-overflow] x\n",
                "b: # hpx-lint: ignore[arena-overflow] x\n",
            ),
            (
                "b: # hpx-lint: ignore[arena-overflow , no-effect] x\n",
                "b: # hpx-lint: ignore[arena-overflow] x\n",
            ),
        ] {
            let findings: &[_] = if before.starts_with('b') {
                &[(OVERFLOW, "b:")]
            } else {
                &[]
            };
            let found = run(before, findings, true);
            let edits = found[0].fixes[0].edits_of_this();
            assert_eq!(apply_edits(before, &edits).as_deref(), Some(after));
        }
    }

    #[test]
    fn a_long_comment_stays_cheap() {
        for part in ["#", "# ", "#a", "#hpx-lint ", "#hpx-lint:x", "#hpx-lint:"] {
            let text = part.repeat(200_000) + &" ".repeat(200_000);
            let comment = TextRange::new(0, offset(text.len()));
            let known = Known {
                rules: &RULES,
                complete: true,
            };
            assert!(suppress(&text, [comment], Vec::new(), known).len() <= 1);
        }
    }

    #[test]
    fn many_comments_and_findings_stay_cheap() {
        let text = "a: 1 # hpx-lint: ignore[no-effect]\n".repeat(20_000);
        let lines = LineIndex::new(&text);
        let at = |line| finding(TextRange::empty(lines.line_start(line)), String::new());
        let diagnostics = (0..20_000).map(|line| Diagnostic {
            rule: "no-effect",
            ..at(line)
        });
        let known = Known {
            rules: &RULES,
            complete: true,
        };
        let left = suppress(&text, comments(&text), diagnostics.collect(), known);
        assert!(left.is_empty());
    }
}
