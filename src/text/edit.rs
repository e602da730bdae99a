//! Changes to a text.

use super::TextRange;

/// One replacement in a text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub range: TextRange,
    /// What stands there afterwards; empty to delete.
    pub text: String,
}

/// The text with all edits made, each range meant in the original.
///
/// `None` when two edits overlap or one does not fit the text. Insertions at one place keep
/// their order.
pub fn apply_edits(text: &str, edits: &[Edit]) -> Option<String> {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| edit.range);
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for edit in ordered {
        let (start, end) = (edit.range.start as usize, edit.range.end as usize);
        text.get(start..end)?;
        result.push_str(text.get(done..start)?);
        result.push_str(&edit.text);
        done = end;
    }
    result.push_str(text.get(done..)?);
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: u32, end: u32, text: &str) -> Edit {
        Edit {
            range: TextRange { start, end },
            text: text.to_owned(),
        }
    }

    #[test]
    fn edits_are_made_on_the_original() {
        let edits = [
            edit(4, 5, "E"),
            edit(0, 1, ""),
            edit(2, 2, "!"),
            edit(2, 2, "?"),
        ];
        assert_eq!(apply_edits("abcde", &edits).as_deref(), Some("b!?cdE"));
    }

    #[test]
    fn edits_that_do_not_fit_are_refused() {
        assert_eq!(
            apply_edits("abc", &[edit(0, 2, "x"), edit(1, 3, "y")]),
            None
        );
        assert_eq!(apply_edits("abc", &[edit(2, 9, "x")]), None);
        assert_eq!(apply_edits("é", &[edit(1, 2, "x")]), None);
        assert_eq!(apply_edits("abc", &[edit(2, 1, "x")]), None);
    }
}
