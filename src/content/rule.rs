//! Citations that are left out of a file and inherited from the entry that they belong to.

use super::Rule;

/// Marks a citation that the file leaves out.
pub(super) fn none() -> Rule {
    Rule::new("")
}

/// Gives a citation that was left out the rule of its owner.
pub(super) fn inherit(cited: &mut Rule, owner: Rule) {
    if cited.as_str().is_empty() {
        *cited = owner;
    }
}
