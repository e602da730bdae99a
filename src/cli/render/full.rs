//! For people: each finding with the lines that it is about, drawn by miette.

use std::fmt::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode};

use super::paint::Paint;
use super::places::Places;
use super::snippet::{Mark, Snippet};
use super::{Subject, clean, spot};
use crate::diagnostic::{Applicability, Diagnostic, File, Level, Related};
use crate::text::LineIndex;

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
        handler: handler(paint),
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

fn handler(paint: Paint) -> GraphicalReportHandler {
    GraphicalReportHandler::new_themed(theme(paint))
        .with_width(WIDTH)
        .with_urls(false)
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
    handler: GraphicalReportHandler,
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
        self.headed(diagnostic).render_report(&mut drawn, &report)?;
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

    fn fixes(&self, out: &mut String, diagnostic: &Diagnostic) -> fmt::Result {
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

    /// The handler, with the level and the rule where miette draws its icon.
    fn headed(&self, diagnostic: &Diagnostic) -> GraphicalReportHandler {
        let mut theme = theme(self.paint);
        let styles = &mut theme.styles;
        let (style, icon) = match diagnostic.level {
            Level::Error => (styles.error, &mut theme.characters.error),
            Level::Warning => (styles.warning, &mut theme.characters.warning),
            Level::Hint => (styles.advice, &mut theme.characters.advice),
        };
        *icon = format!("{}[{}]", diagnostic.level.name(), diagnostic.rule);
        styles.highlights = vec![style, styles.help];
        self.handler.clone().with_theme(theme)
    }
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
