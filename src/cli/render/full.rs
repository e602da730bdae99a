//! For people: each finding with the lines that it is about, drawn by miette.

use std::fmt::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode};

use textwrap::core::Word;
use textwrap::{WordSeparator, WordSplitter};

use super::paint::Paint;
use super::places::Places;
use super::snippet::{Mark, Snippet};
use super::{Subject, spot};
use crate::diagnostic::{Applicability, Diagnostic, File, Level, Related};
use crate::text::{LineIndex, clean};

/// The cells of a line of output.
const WIDTH: usize = 100;

/// How many further places of one finding are shown.
const MOST_RELATED: usize = 6;

/// Shows the findings of a file.
pub fn render(subject: &Subject<'_>, paint: Paint) -> String {
    let drawing = Drawing {
        subject,
        path: clean::line(subject.path).into_owned(),
        places: Places::new(subject.text, subject.ranges()),
        lines: LineIndex::new(subject.text),
        paint,
    };
    let mut out = String::new();
    for diagnostic in subject.shown() {
        // Writing to a string does not fail.
        let _ = drawing.finding(&mut out, diagnostic);
    }
    if subject.more() > 0 {
        let _ = writeln!(out, "{}: {} more findings\n", drawing.path, subject.more());
    }
    out
}

fn theme(paint: Paint) -> GraphicalTheme {
    if paint.on {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    }
}

struct Drawing<'a> {
    subject: &'a Subject<'a>,
    path: String,
    places: Places,
    lines: LineIndex,
    paint: Paint,
}

impl Drawing<'_> {
    fn finding(&self, out: &mut String, diagnostic: &Diagnostic) -> fmt::Result {
        let (here, elsewhere) = self.related(diagnostic);
        let marks: Vec<Mark> = std::iter::once(diagnostic.range)
            .chain(here.iter().map(|related| related.place.range))
            .map(|range| Mark {
                range,
                place: self.places.at(range.start),
            })
            .collect();
        let (snippet, spans) =
            Snippet::new(self.path.clone(), self.subject.text, &self.lines, &marks);
        let texts = std::iter::once(None).chain(here.iter().map(|it| Some(it.message.as_str())));
        let labels = spans
            .into_iter()
            .zip(texts)
            .enumerate()
            .map(|(at, (span, text))| {
                let text = text.map(|text| clean::line(text).into_owned());
                if at == 0 {
                    LabeledSpan::new_primary_with_span(text, span)
                } else {
                    LabeledSpan::new_with_span(text, span)
                }
            });
        let report = Report {
            diagnostic,
            snippet,
            labels: labels.collect(),
        };
        let mut drawn = String::new();
        self.handler(diagnostic, &report.labels)
            .render_report(&mut drawn, &report)?;
        // The headline begins the line, as other tools' do.
        out.push_str(drawn.trim_start_matches(' '));
        for related in elsewhere {
            let spot = spot(
                self.subject.others,
                &related.place,
                &self.path,
                &self.places,
            );
            let message = clean::line(&related.message);
            writeln!(
                out,
                "  {} {}: {message}",
                self.paint.dim("see:"),
                clean::line(&spot)
            )?;
        }
        self.fixes(out, diagnostic)?;
        out.push('\n');
        Ok(())
    }

    /// The places in this text, and those in other files.
    fn related<'d>(&self, diagnostic: &'d Diagnostic) -> (Vec<&'d Related>, Vec<&'d Related>) {
        let shown = diagnostic.related.iter().take(MOST_RELATED);
        shown.partition(|related| related.place.file == File::This)
    }

    /// What would mend it, where no help says so already.
    fn fixes(&self, out: &mut String, diagnostic: &Diagnostic) -> fmt::Result {
        if diagnostic.help.is_some() {
            return Ok(());
        }
        for fix in &diagnostic.fixes {
            let note = match fix.applicability {
                Applicability::Safe => "",
                Applicability::Unsafe => " (if that is what you mean)",
            };
            writeln!(
                out,
                "  {} {}{note}",
                self.paint.dim("fix:"),
                clean::line(&fix.title)
            )?;
        }
        Ok(())
    }

    /// The handler, with the level and the rule where miette draws its icon, and the finding's
    /// own place in the level's colour.
    fn handler(&self, diagnostic: &Diagnostic, labels: &[LabeledSpan]) -> GraphicalReportHandler {
        let mut theme = theme(self.paint);
        let styles = &mut theme.styles;
        let (style, icon) = match diagnostic.level {
            Level::Error => (styles.error, &mut theme.characters.error),
            Level::Warning => (styles.warning, &mut theme.characters.warning),
            Level::Hint => (styles.advice, &mut theme.characters.advice),
        };
        *icon = format!("{}[{}]", diagnostic.level.name(), diagnostic.rule);
        // miette hands the styles out in the order of the places.
        let mut in_order: Vec<&LabeledSpan> = labels.iter().collect();
        in_order.sort_by_key(|label| label.offset());
        let styled = in_order
            .iter()
            .map(|it| if it.primary() { style } else { styles.help });
        styles.highlights = styled.collect();
        GraphicalReportHandler::new_themed(theme)
            .with_width(WIDTH)
            .with_word_splitter(WordSplitter::NoHyphenation)
            .with_word_separator(WordSeparator::Custom(words))
            .with_urls(false)
    }
}

/// The words of a line; what stands in backquotes is one.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut rest = line;
    Box::new(std::iter::from_fn(move || {
        let mut quoted = false;
        let mut blank = false;
        let end = rest.find(|c: char| {
            quoted ^= c == '`';
            let begins = blank && c != ' ';
            blank = c == ' ' && !quoted;
            begins
        });
        let (word, behind) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        rest = behind;
        (!word.is_empty()).then(|| Word::from(word))
    }))
}

/// A finding in miette's terms.
#[derive(Debug)]
struct Report<'a> {
    diagnostic: &'a Diagnostic,
    snippet: Snippet,
    labels: Vec<LabeledSpan>,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&clean::lines(&self.diagnostic.message))
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn severity(&self) -> Option<Severity> {
        Some(match self.diagnostic.level {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Hint => Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.diagnostic.help.as_deref()?;
        Some(Box::new(clean::lines(help)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.snippet)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{NoOthers, Others};
    use super::*;
    use crate::diagnostic::{Fix, Origin, Place};
    use crate::text::TextRange;

    fn range(text: &str, part: &str) -> TextRange {
        let start = u32::try_from(text.find(part).unwrap()).unwrap();
        TextRange::new(start, start + u32::try_from(part.len()).unwrap())
    }

    fn finding(range: TextRange, message: &str) -> Diagnostic {
        Diagnostic {
            rule: "some-rule",
            origin: Origin::Hpx,
            level: Level::Error,
            message: message.to_owned(),
            help: None,
            key: None,
            range,
            related: Vec::new(),
            fixes: Vec::new(),
            tags: Vec::new(),
        }
    }

    fn related(file: File, range: TextRange, message: &str) -> Related {
        let place = Place { file, range };
        Related {
            place,
            message: message.to_owned(),
        }
    }

    fn fix(title: &str, applicability: Applicability) -> Fix {
        Fix {
            title: title.to_owned(),
            applicability,
            edits: Vec::new(),
        }
    }

    fn show(text: &str, diagnostics: &[Diagnostic], others: &dyn Others) -> String {
        let subject = Subject {
            path: "a.yml",
            text,
            diagnostics,
            others,
        };
        render(&subject, Paint::default())
    }

    #[derive(Debug)]
    struct Manifest;

    impl Others for Manifest {
        fn path(&self, named: &str) -> String {
            format!("models/{named}")
        }

        fn text(&self, named: &str) -> Option<Arc<str>> {
            (named == "m.json").then(|| Arc::from("{\n \"sha\": 1\n}"))
        }
    }

    #[test]
    fn a_finding_with_everything() {
        let text = "one: 1\ntwo: 2\n\n\n\n\n\n\nten: 10\nend: 11\n";
        let mut diagnostic = finding(range(text, "ten"), "`ten` comes\ntoo late");
        diagnostic.level = Level::Warning;
        diagnostic.help = Some("move it up".to_owned());
        diagnostic.related = vec![
            related(File::This, range(text, "two"), "behind this"),
            related(
                File::Other(Arc::from("m.json")),
                TextRange::new(3, 8),
                "says who",
            ),
            related(
                File::Other(Arc::from("gone")),
                TextRange::new(3, 8),
                "said who",
            ),
        ];
        diagnostic.fixes = vec![fix("Move it", Applicability::Safe)];
        let expected = "\
warning[some-rule] `ten` comes
  │ too late
    ╭─[a.yml:9:1]
  8 │ 
  9 │ ten: 10
    · ───
 10 │ end: 11
    ╰────
   ╭─[a.yml:2:1]
 1 │ one: 1
 2 │ two: 2
   · ─┬─
   ·  ╰── behind this
 3 │ 
   ╰────
  help: move it up
  see: models/m.json:2:2: says who
  see: models/gone: said who

";
        assert_eq!(show(text, &[diagnostic], &Manifest), expected);
    }

    #[test]
    fn fixes_are_said_where_no_help_is() {
        let mut diagnostic = finding(TextRange::new(0, 3), "no");
        diagnostic.fixes = vec![
            fix("Move it", Applicability::Safe),
            fix("Drop it", Applicability::Unsafe),
        ];
        let expected = "\
error[some-rule] no
   ╭─[a.yml:1:1]
 1 │ one: 1
   · ───
   ╰────
  fix: Move it
  fix: Drop it (if that is what you mean)

";
        assert_eq!(show("one: 1\n", &[diagnostic], &NoOthers), expected);
    }

    #[test]
    fn columns_hold_whatever_the_text_is() {
        let text = "\u{feff}漢字\u{1b}[31m\t\u{202e}: 'x'\r\nb: 1";
        let found = finding(range(text, "'x'"), "\u{1b}[2Jno");
        let expected = "\
error[some-rule] ␛[2Jno
   ╭─[a.yml:1:12]
 1 │ 漢字␛[31m \u{fffd}: 'x'
   ·              ───
 2 │ b: 1
   ╰────

";
        assert_eq!(show(text, &[found], &NoOthers), expected);
    }

    #[test]
    fn long_lines_are_cropped_around_the_finding() {
        let text = format!("a: [{}here{}]\n", "1, ".repeat(500), ", 2".repeat(500));
        let shown = show(&text, &[finding(range(&text, "here"), "no")], &NoOthers);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[1].ends_with("[a.yml:1:1505]"), "{shown}");
        assert!(
            lines[2].starts_with(" 1 │ …") && lines[2].ends_with('…'),
            "{shown}"
        );
        assert!(lines[2].chars().count() < 110, "{shown}");
        let column = |line: &str, what| line.split(what).next().unwrap().chars().count();
        assert_eq!(
            column(lines[2], "here"),
            column(lines[3], "────"),
            "{shown}"
        );
    }

    #[test]
    fn nothing_and_the_end_can_be_pointed_at() {
        let text = "a: 1\n";
        let at = |offset| finding(TextRange::empty(offset), "here");
        for (text, offset, place) in [
            ("", 0, "1:1"),
            (text, 5, "2:1"),
            (text, 2, "1:3"),
            (text, 99, "2:1"),
        ] {
            let shown = show(text, &[at(offset)], &NoOthers);
            assert!(shown.contains(&format!("[a.yml:{place}]")), "{shown}");
        }
    }

    #[test]
    fn the_cost_of_a_finding_does_not_grow_with_its_line() {
        let text = format!("a: [{}]", "1, ".repeat(1_000_000));
        let at = |at: u32| finding(TextRange::new(4 + at * 600, 5 + at * 600), "no");
        let diagnostics: Vec<Diagnostic> = (0..5_003).map(at).collect();
        let shown = show(&text, &diagnostics, &NoOthers);
        assert!(shown.ends_with("a.yml: 3 more findings\n\n"));
        assert!(shown.len() < 5_000 * 1_000);
    }
}
