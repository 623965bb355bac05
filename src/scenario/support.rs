//! Which rule systems support a scenario.

use std::collections::BTreeSet;

use super::{Member, Scenario};
use crate::content::authored::{Diagnostic, Findings, ValuePath};
use crate::rules::{Library, Ruleset};

impl Scenario {
    /// The rule systems that have all its units and all features it needs, in the order of the library.
    pub fn supported_rulesets(&self, library: &Library) -> Vec<String> {
        let mut fitting = library.ruleset_ids();
        fitting.retain(|id| {
            let known = library.units(id);
            // A broken rule system is listed: its mistakes are reported when it is used.
            let meets = |rules: &Ruleset| self.needs.iter().all(|need| need.is_met(&rules.policies));
            self.members().all(|member| known.contains(&member.unit))
                && (self.needs.is_empty() || library.ruleset(id).map_or(true, |rules| meets(&rules)))
        });
        fitting
    }

    /// Prepares it under every rule system that has its units.
    ///
    /// # Errors
    /// All mistakes under any of them, or that there is none.
    pub fn check(&self, library: &Library) -> Result<(), Vec<Diagnostic>> {
        let fitting = self.supported_rulesets(library);
        if fitting.is_empty() {
            return Err(self.why_unsupported(library));
        }
        let wrong: Vec<Diagnostic> =
            fitting.iter().filter_map(|id| self.prepare(library, id).err()).flatten().collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    /// Why no rule system supports it: unknown units, or units that no rule system has together.
    fn why_unsupported(&self, library: &Library) -> Vec<Diagnostic> {
        let known: BTreeSet<String> = library.ruleset_ids().iter().flat_map(|id| library.units(id)).collect();
        if known.is_empty() {
            return library.check();
        }
        let known: Vec<String> = known.into_iter().collect();
        let mut findings = Findings::new(&self.source);
        let mut strangers: Vec<&Member> = self.members().filter(|member| !known.contains(&member.unit)).collect();
        strangers.dedup_by_key(|member| &member.path);
        for member in strangers {
            findings.unknown(&member.path.field("unit"), "unit", &member.unit, &known);
        }
        if findings.is_empty() {
            let root = ValuePath::root();
            let (path, why) = match self.needs.is_empty() {
                true => (root.field("sides"), "no rule system has all of these units"),
                false => (root, "no rule system has all of these units and all features in `needs`"),
            };
            findings.refuse(&path, why);
        }
        findings.finish(()).err().unwrap_or_default()
    }

    fn members(&self) -> impl Iterator<Item = &Member> {
        self.sides.iter().flat_map(|side| &side.members)
    }
}
