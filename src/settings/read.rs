//! TOML text to settings, with the place of every mistake.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Parsed, Settings, SettingsFile, Written, mistake, pattern};
use crate::diagnostic::{Applicability, Diagnostic, Fix, Level};
use crate::rules;
use crate::text::{Edit, TextRange, nearest};

/// The id that mistakes in settings carry; it is no rule of profiles.
pub const RULE: &str = "invalid-settings";

/// The settings, as `schemas/settings.schema.json` lists them.
pub const KEYS: [&str; 4] = ["hpx", "profiles", "root", "rules"];

const LEVELS: [(&str, Option<Level>); 4] = [
    ("error", Some(Level::Error)),
    ("warning", Some(Level::Warning)),
    ("hint", Some(Level::Hint)),
    ("off", None),
];

type Key<'t> = Spanned<Cow<'t, str>>;
type Value<'t> = Spanned<DeValue<'t>>;

/// Reads the text of a settings file.
pub fn parse(text: &str, file: SettingsFile) -> Parsed {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader {
        skipped: text.len() - body.len(),
        diagnostics: Vec::new(),
    };
    let (table, errors) = DeTable::parse_recoverable(body);
    let own = match file {
        SettingsFile::HpxLintToml => Some(Own::Table(table.get_ref())),
        SettingsFile::Pyproject => own(table.get_ref()),
    };
    let concerned = own.is_some() || body.contains("tool.hpx-lint");
    let settings = own.and_then(|own| match own {
        Own::Table(table) => Some(reader.settings(table)),
        Own::Other(value) => {
            reader.expected(value, "a table of settings");
            None
        }
    });
    // What is left of broken TOML is not what the author wrote.
    if concerned && !errors.is_empty() {
        reader.diagnostics.clear();
        reader.broken(body, &errors);
    }
    reader.diagnostics.sort_by_key(|d| d.range);
    Parsed {
        settings: settings.filter(|_| errors.is_empty()),
        diagnostics: reader.diagnostics,
    }
}

/// What stands for the settings.
enum Own<'a, 't> {
    Table(&'a DeTable<'t>),
    Other(&'a Value<'t>),
}

/// `[tool.hpx-lint]`.
fn own<'a, 't>(table: &'a DeTable<'t>) -> Option<Own<'a, 't>> {
    let tool = table.get("tool")?.get_ref().as_table()?;
    let value = tool.get("hpx-lint")?;
    let table = value.get_ref().as_table();
    Some(table.map_or(Own::Other(value), Own::Table))
}

#[derive(Debug, Default)]
pub(super) struct Reader {
    /// Bytes of a byte order mark, which the TOML reader never saw.
    skipped: usize,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Reader {
    pub(super) fn settings(&mut self, table: &DeTable<'_>) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "hpx" => settings.hpx = self.release(value),
                "root" => settings.root = self.root(value),
                "profiles" => settings.profiles = self.profiles(value),
                "rules" => settings.rules = self.rules(value).into_iter().collect(),
                _ => self.unknown(key, "setting", &KEYS),
            }
        }
        settings
    }

    /// The mistakes in the TOML itself; the first on a line brings the others about.
    fn broken(&mut self, text: &str, errors: &[toml::de::Error]) {
        let mut last = None;
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let before = text.get(..span.start).unwrap_or(text);
            let line = before.rfind('\n').map_or(0, |at| at + 1);
            if last.replace(line) == Some(line) {
                continue;
            }
            let message = match error.message() {
                "duplicate key" => {
                    let key = text.get(span.clone()).unwrap_or_default();
                    format!("`{key}` is given twice")
                }
                message => message.to_owned(),
            };
            self.report(span, message);
            if before
                .get(line..)
                .unwrap_or("")
                .trim_start()
                .starts_with("hpx")
            {
                self.help("a release is written in quotes, such as \"0.4.1\"".to_owned());
            }
        }
    }

    fn release(&mut self, value: &Value<'_>) -> Option<Written> {
        let text = self.string(value, "a release such as \"0.4.1\"")?;
        Some(self.written(value, text))
    }

    fn root(&mut self, value: &Value<'_>) -> Option<Written> {
        let text = self.string(value, "a folder")?;
        if !text.is_empty() {
            return Some(self.written(value, text));
        }
        self.report(value.span(), "expected a folder, such as \".\"".to_owned());
        None
    }

    fn profiles(&mut self, value: &Value<'_>) -> Vec<Written> {
        let Some(items) = value.get_ref().as_array() else {
            self.expected(value, "a list of file patterns");
            return Vec::new();
        };
        let patterns = items.iter().filter_map(|item| {
            let text = self.string(item, "a file pattern")?;
            match pattern::problem(&text) {
                None => Some(self.written(item, text)),
                Some((problem, meant)) => {
                    self.report(item.span(), problem);
                    let spell = |meant: &str| serde_json::Value::from(meant).to_string();
                    self.suggest(item.span(), meant.as_deref(), spell);
                    None
                }
            }
        });
        patterns.collect()
    }

    fn rules(&mut self, value: &Value<'_>) -> Vec<(&'static str, Option<Level>)> {
        let Some(table) = value.get_ref().as_table() else {
            self.expected(value, "a table of levels by rule");
            return Vec::new();
        };
        let known: Vec<&'static str> = rules::all().iter().map(|rule| rule.id).collect();
        let mut levels = Vec::new();
        for (key, value) in table {
            match known.iter().find(|id| **id == key.get_ref().as_ref()) {
                Some(id) => levels.extend(self.level(value).map(|level| (*id, level))),
                None => self.unknown(key, "rule", &known),
            }
        }
        levels
    }

    fn level(&mut self, value: &Value<'_>) -> Option<Option<Level>> {
        let text = self.string(value, "error, warning, hint or off")?;
        let found = LEVELS.iter().find(|(name, _)| *name == text);
        if found.is_none() {
            let message = format!("`{text}` is no level: expected error, warning, hint or off");
            let near = nearest(&text, LEVELS.iter().map(|(name, _)| *name));
            self.report(value.span(), message);
            self.suggest(value.span(), near, |near| format!("\"{near}\""));
        }
        found.map(|(_, level)| *level)
    }

    fn written(&self, value: &Value<'_>, text: String) -> Written {
        let range = self.range(value.span());
        Written { text, range }
    }

    fn string(&mut self, value: &Value<'_>, what: &str) -> Option<String> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.expected(value, what);
        }
        text.map(str::to_owned)
    }

    fn expected(&mut self, value: &Value<'_>, what: &str) {
        let found = kind(value.get_ref());
        self.report(value.span(), format!("expected {what}, found {found}"));
    }

    fn unknown(&mut self, key: &Key<'_>, what: &str, known: &[&'static str]) {
        let name = key.get_ref();
        self.report(key.span(), format!("unknown {what} `{name}`"));
        let near = nearest(name, known.iter().copied());
        self.suggest(key.span(), near, str::to_owned);
        if near.is_none() {
            let list = known.join(", ");
            let help = match what {
                "rule" => "`hpx-lint rules` lists the rules".to_owned(),
                _ => format!("expected one of {list}"),
            };
            self.help(help);
        }
    }

    /// Offers the nearest name as a way out of the last mistake.
    fn suggest(&mut self, span: Range<usize>, near: Option<&str>, spell: fn(&str) -> String) {
        let Some(near) = near else { return };
        self.help(format!("did you mean `{near}`?"));
        let edit = Edit {
            range: self.range(span),
            text: spell(near),
        };
        if let Some(last) = self.diagnostics.last_mut() {
            let title = format!("Change to `{near}`");
            last.fixes
                .push(Fix::here(title, Applicability::Unsafe, [edit]));
        }
    }

    fn help(&mut self, help: String) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.help = Some(help);
        }
    }

    fn range(&self, span: Range<usize>) -> TextRange {
        let at = |offset: usize| u32::try_from(offset + self.skipped).unwrap_or(u32::MAX);
        TextRange::new(at(span.start), at(span.end))
    }

    fn report(&mut self, span: Range<usize>, message: String) {
        self.diagnostics.push(mistake(self.range(span), message));
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistakes(text: &str, file: SettingsFile) -> Vec<String> {
        let parsed = parse(text, file);
        let show = |d: &Diagnostic| {
            let place = d.range.slice(text);
            let help = d.help.as_deref().unwrap_or("-");
            format!("{place} | {} | {help}", d.message)
        };
        parsed.diagnostics.iter().map(show).collect()
    }

    #[test]
    fn everything_set() {
        let rule = rules::all()[0].id;
        let text = format!(
            "hpx = '0.3.0'\nroot = '..'\nprofiles = ['bench/*.yaml']\n[rules]\n{rule} = 'off'\n"
        );
        let settings = parse(&text, SettingsFile::HpxLintToml).settings.unwrap();
        let said =
            |written: &Written| (written.text.clone(), written.range.slice(&text).to_owned());
        let at = |said: &str| (said.to_owned(), format!("'{said}'"));
        assert_eq!(settings.hpx.as_ref().map(said), Some(at("0.3.0")));
        assert_eq!(settings.root.as_ref().map(said), Some(at("..")));
        let profiles: Vec<_> = settings.profiles.iter().map(said).collect();
        assert_eq!(profiles, [at("bench/*.yaml")]);
        assert_eq!(settings.level(rule, Level::Error), None);
        assert_eq!(settings.level("another", Level::Hint), Some(Level::Hint));
    }

    #[test]
    fn pyproject_has_a_table_of_its_own() {
        let parsed = |text| parse(text, SettingsFile::Pyproject);
        assert_eq!(parsed("[project]\nname = 'x'\n"), Parsed::default());
        assert_eq!(parsed("name = = 'x'\n"), Parsed::default());
        let settings = parsed("[tool.hpx-lint]\nroot = '.'\n").settings.unwrap();
        assert_eq!(settings.root.unwrap().text, ".");
        assert_eq!(parsed("name = =\n[tool.hpx-lint]\n").diagnostics.len(), 1);
    }

    #[test]
    fn a_table_of_settings_is_a_table() {
        for (text, found) in [
            ("tool.hpx-lint = 'x'\n", "a string"),
            ("[[tool.hpx-lint]]\nroot = '.'\n", "a list"),
            ("[tool]\nhpx-lint = [{}]\n", "a list"),
        ] {
            let diagnostics = parse(text, SettingsFile::Pyproject).diagnostics;
            let messages: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
            let expected = format!("expected a table of settings, found {found}");
            assert_eq!(messages, [expected], "{text}");
        }
    }

    #[test]
    fn mistakes_have_places_and_ways_out() {
        let text = "\u{feff}hxp = '0.3.0'\nroot = 3\nhpx = 4\n\
                    profiles = ['!a', '{a', '']\nzzz = 1\n[rules]\nno-such-thing = 'off'\n";
        let expected = [
            "hxp | unknown setting `hxp` | did you mean `hpx`?",
            "3 | expected a folder, found an integer | -",
            "4 | expected a release such as \"0.4.1\", found an integer | -",
            "'!a' | a pattern cannot take files out | -",
            "'{a' | the pattern cannot be read: error parsing glob '{a': unclosed alternate group; \
             missing '}' (maybe escape '{' with '[{]'?) | -",
            "'' | the pattern is empty | -",
            "zzz | unknown setting `zzz` | expected one of hpx, profiles, root, rules",
            "no-such-thing | unknown rule `no-such-thing` | `hpx-lint rules` lists the rules",
        ];
        assert_eq!(mistakes(text, SettingsFile::HpxLintToml), expected);
    }

    #[test]
    fn levels_are_four_words() {
        let rule = rules::all()[0].id;
        let text = format!("[rules]\n{rule} = 'warn'\n");
        let expected = ["'warn' | `warn` is no level: expected error, warning, hint or off | -"];
        assert_eq!(mistakes(&text, SettingsFile::HpxLintToml), expected);
        let text = format!("[rules]\n{rule} = 'hints'\n");
        let fixes = parse(&text, SettingsFile::HpxLintToml).diagnostics[0]
            .fixes
            .clone();
        assert_eq!(fixes[0].edits_of_this()[0].text, "\"hint\"");
    }

    #[test]
    fn one_mistake_is_told_once() {
        for text in [
            "root = '.'\nprofiles = [\n",
            "hpx = 0.4.1\n",
            "hpx = \n",
            "= 3\n",
            "root == '.'\n",
            "root = ['.'\n",
            "[rules\nx = 'off'\n",
            "[rules]\nno-such = 3\n",
            "profiles = ['./../a']\n",
        ] {
            let found = mistakes(text, SettingsFile::HpxLintToml);
            assert_eq!(found.len(), 1, "{text} {found:?}");
        }
        let found = mistakes("hpx = 0.4.1\n", SettingsFile::HpxLintToml);
        assert!(found[0].ends_with("such as \"0.4.1\""), "{found:?}");
    }

    #[test]
    fn the_schema_lists_the_same_keys() {
        let schema = include_str!("../../schemas/settings.schema.json");
        let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
        let keys: Vec<&str> = schema["properties"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(keys, KEYS);
        let levels = &schema["properties"]["rules"]["additionalProperties"]["enum"];
        let names: Vec<&str> = LEVELS.iter().map(|(name, _)| *name).collect();
        assert_eq!(*levels, serde_json::json!(names));
    }
}
