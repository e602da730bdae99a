//! Settings from an editor: an object with the same keys.

use std::borrow::Cow;

use serde_json::Value as Object;
use toml::Spanned;
use toml::de::{DeFloat, DeTable, DeValue};

use super::Settings;
use super::read::Reader;

/// Reads the settings in an editor's object; what stands for nothing gives the defaults.
///
/// # Errors
///
/// What is wrong with them, each led by its key.
pub fn from_object(object: &Object) -> Result<Settings, Vec<String>> {
    let entries: Vec<(&String, &Object)> = match object {
        Object::Object(entries) => entries.iter().filter(|(_, it)| !it.is_null()).collect(),
        Object::Null => Vec::new(),
        _ => return Err(vec!["the settings are no object".to_owned()]),
    };
    // Each entry's place is its number.
    let table: DeTable<'_> = entries
        .iter()
        .enumerate()
        .map(|(nth, (key, value))| {
            let key = Spanned::new(nth..nth, Cow::Borrowed(key.as_str()));
            (key, Spanned::new(nth..nth, as_toml(value, nth)))
        })
        .collect();
    let mut reader = Reader::default();
    let settings = reader.settings(&table);
    if reader.diagnostics.is_empty() {
        return Ok(settings);
    }
    let said = reader.diagnostics.into_iter().map(|found| {
        let entry = entries.get(found.range.start as usize);
        let key = entry.map_or("", |(key, _)| key.as_str());
        let help = found.help.map(|help| format!("; {help}"));
        format!("`{key}`: {}{}", found.message, help.unwrap_or_default())
    });
    Err(said.collect())
}

/// The value as the reader knows it. No setting is a number, so one is as good as another.
fn as_toml(value: &Object, nth: usize) -> DeValue<'_> {
    let place = |value| Spanned::new(nth..nth, value);
    match value {
        Object::String(text) => DeValue::String(Cow::Borrowed(text)),
        Object::Bool(it) => DeValue::Boolean(*it),
        Object::Null | Object::Number(_) => DeValue::Float(DeFloat::default()),
        Object::Array(items) => {
            let items = items.iter().map(|item| place(as_toml(item, nth)));
            DeValue::Array(items.collect())
        }
        Object::Object(entries) => {
            let given = entries.iter().filter(|(_, value)| !value.is_null());
            let entries = given.map(|(key, value)| {
                let key = Spanned::new(nth..nth, Cow::Borrowed(key.as_str()));
                (key, place(as_toml(value, nth)))
            });
            DeValue::Table(entries.collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_object_is_read_as_a_file_is() {
        let object = json!({
            "hpx": "0.3.0",
            "root": null,
            "profiles": ["bench/*.yaml"],
            "rules": { "no-effect": "off", "duplicate-key": null },
        });
        let settings = from_object(&object).unwrap();
        assert_eq!(settings.hpx.unwrap().text, "0.3.0");
        assert_eq!(settings.root, None);
        assert_eq!(settings.profiles[0].text, "bench/*.yaml");
        assert_eq!(
            settings.rules.into_iter().collect::<Vec<_>>(),
            [("no-effect", None)]
        );
        assert_eq!(from_object(&Object::Null), Ok(Settings::default()));
    }

    #[test]
    fn mistakes_name_their_key() {
        let object = json!({ "hpx": 0.4, "rot": ".", "rules": { "no-efect": "off" } });
        let said = [
            "`hpx`: expected a release such as \"0.4.1\", found a float",
            "`rot`: unknown setting `rot`; did you mean `root`?",
            "`rules`: unknown rule `no-efect`; did you mean `no-effect`?",
        ];
        assert_eq!(from_object(&object), Err(said.map(str::to_owned).to_vec()));
        let said = vec!["the settings are no object".to_owned()];
        assert_eq!(from_object(&json!([])), Err(said));
    }
}
