//! Values of a rule system, compared with those its rules state.

use std::collections::BTreeMap;

use warboard::rules::Library;

use crate::assets::assets;

/// All values of a rule system, by path, as `warboard rules RULESET --values` lists them.
pub struct Stated(BTreeMap<String, String>);

impl Stated {
    /// The values of a rule system.
    pub fn of(ruleset: &str) -> Stated {
        let library = Library::open(&assets()).expect("the rules load");
        let values = library.values(ruleset).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
        Stated(values.into_iter().map(|value| (value.path, value.value)).collect())
    }

    /// The value at a path.
    pub fn value(&self, path: &str) -> &str {
        self.0.get(path).unwrap_or_else(|| panic!("the rule system has no {path}"))
    }

    /// The names directly below a path, such as the ids of all weapons below `weapons`.
    pub fn names(&self, path: &str) -> Vec<&str> {
        let below = self.0.keys().filter_map(|key| key.strip_prefix(path)?.strip_prefix('.')?.split('.').next());
        let mut names: Vec<&str> = below.collect();
        names.dedup();
        names
    }

    /// Compares values with a table: each row is a path followed by the values of its columns.
    ///
    /// # Panics
    /// If values differ; the message lists all of them.
    pub fn expect_table(&self, columns: &[&str], rows: &[(&str, &[&str])]) {
        let mut wrong = Vec::new();
        for (row, cells) in rows {
            assert_eq!(columns.len(), cells.len(), "the columns of {row}");
            for (column, cell) in columns.iter().zip(*cells) {
                let path = if column.is_empty() { (*row).to_owned() } else { format!("{row}.{column}") };
                let value = self.value(&path).trim_matches('"');
                if value != *cell {
                    wrong.push(format!("{path} is {value}, the rule states {cell}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
