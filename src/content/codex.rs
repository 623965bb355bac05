//! The codex: every rule of a rule system in one sentence, and the rulings where its source is silent.
//!
//! Log lines, tooltips, refusals and tests cite rules by their ids.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::authored::{Diagnostic, Findings, Source, ValuePath, parse};

content! {
    /// All rules and rulings of one rule system.
    pub struct Codex: Default {
        /// The character of a game by these rules in a few short sentences, one for each line of the start screen.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub about: Vec<String>,
        /// The rules, in the order of their source.
        pub rules: Vec<CodexRule>,
        /// The rulings where the source contradicts itself or leaves a term open.
        pub rulings: Vec<Ruling>,
    }

    /// One rule.
    pub struct CodexRule {
        /// The stable id that everything cites.
        pub id: String,
        /// The heading in the source under which the rule stands.
        pub section: String,
        /// The rule in one sentence.
        pub rule: String,
        /// The topic of the rule.
        pub kind: RuleKind,
        /// Where the rule matters.
        pub scope: Scope,
        /// The id of the ruling that clarifies it, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ruling: Option<String>,
    }

    /// A decision where the source is silent or contradicts itself.
    pub struct Ruling {
        /// The stable id that everything cites.
        pub id: String,
        /// The open question.
        pub topic: String,
        /// The answer that the game follows.
        pub ruling: String,
        /// The reason for the answer.
        pub reason: String,
        /// Other answers that house rules may choose.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub others: Vec<OtherReading>,
    }

    /// Another reading of a doubtful rule, and the values with which house rules choose it.
    pub struct OtherReading {
        /// The reading in one sentence.
        pub about: String,
        /// The values, as RON, by their paths.
        pub set: BTreeMap<String, String>,
        /// Whether house rules have chosen it.
        #[serde(skip)]
        pub is_used: bool,
    }

    /// Where a rule matters.
    pub enum Scope: Copy + PartialOrd + Ord + Hash {
        /// The rule needs positions on the board.
        Grid,
        /// The rule matters in a battle, wherever the combatants are.
        Combat,
        /// The rule matters between battles only.
        Campaign,
        /// The source uses a term that it never defines.
        Undefined,
    }
}

impl Scope {
    words! { Grid => "grid", Combat => "combat", Campaign => "campaign", Undefined => "undefined" }
}

/// The topic of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RuleKind {
    /// A number that a combatant has.
    Stat,
    /// The order of turns.
    Turn,
    /// A roll against a number.
    Check,
    /// A modifier to a roll or a number.
    Modifier,
    /// Something a combatant may do.
    Action,
    /// Something a combatant may do out of turn.
    Reaction,
    /// A state that a combatant is in.
    Condition,
    /// Damage and its consequences.
    Damage,
    /// Movement on the board.
    Movement,
    /// The space that combatants take.
    Space,
    /// Spells.
    Magic,
    /// Items that are worn or carried.
    Item,
    /// Healing and rest.
    Recovery,
    /// Decisions of the game master.
    Gm,
}

impl Ruling {
    /// The ruling and its other readings, with the house rules that choose them.
    pub fn words(&self) -> String {
        let other =
            |other: &OtherReading| format!("\n{}: {} House rule: {}.", other.title(), other.about, other.values());
        std::iter::once(self.ruling.clone()).chain(self.others.iter().map(other)).collect()
    }
}

impl OtherReading {
    /// The words before the reading: whether it is in use.
    pub fn title(&self) -> &'static str {
        if self.is_used { "Another reading, in use here" } else { "Another reading" }
    }

    /// The values with which house rules choose it, as RON.
    pub fn values(&self) -> String {
        let values: Vec<String> = self.set.iter().map(|(path, value)| format!("{path}: {value}")).collect();
        values.join(", ")
    }

    /// Notes whether it is in use, given the values that house rules have set, by their paths.
    pub fn note_use<'a>(&mut self, set: impl Iterator<Item = (&'a str, &'a str)> + Clone) {
        let plain = |value: &str| value.split_whitespace().collect::<String>();
        let is_set = |(path, value): (&String, &String)| {
            set.clone().any(|(other, now)| other == path && plain(now) == plain(value))
        };
        self.is_used = self.set.iter().all(is_set);
    }
}

impl Codex {
    /// The rule with this id.
    /// ```
    /// use warboard::content::authored::{Source, parse};
    /// use warboard::content::codex::Codex;
    /// let text = r#"(rules: [(id: "R-1", section: "Height", rule: "High ground: +1 to hit.", kind: Modifier, scope: Grid)],
    ///     rulings: [])"#;
    /// let codex: Codex = parse(&Source::new("codex.ron", text)).unwrap();
    /// assert_eq!(codex.rule("R-1").unwrap().section, "Height");
    /// assert!(codex.rule("R-2").is_none());
    /// ```
    pub fn rule(&self, id: &str) -> Option<&CodexRule> {
        self.rules.iter().find(|rule| rule.id == id)
    }

    /// The ruling with this id.
    pub fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.rulings.iter().find(|ruling| ruling.id == id)
    }

    /// Refuses ids that are blank or given twice, rules that name an unknown ruling, and other readings without words or values.
    pub fn check(&self, findings: &mut Findings<'_>) {
        let (rules, rulings) = (ValuePath::root().field("rules"), ValuePath::root().field("rulings"));
        check_ids(self.rules.iter().map(|rule| rule.id.as_str()), &rules, findings);
        check_ids(self.rulings.iter().map(|ruling| ruling.id.as_str()), &rulings, findings);
        let known: Vec<&str> = self.rulings.iter().map(|ruling| ruling.id.as_str()).collect();
        for (place, rule) in self.rules.iter().enumerate() {
            if let Some(ruling) = rule.ruling.as_deref().filter(|ruling| !known.contains(ruling)) {
                findings.unknown(&rules.index(place).field("ruling"), "ruling", ruling, &known);
            }
        }
        for (place, ruling) in self.rulings.iter().enumerate() {
            let others = rulings.index(place).field("others");
            for (place, other) in ruling.others.iter().enumerate() {
                if other.about.trim().is_empty() {
                    findings.refuse(&others.index(place).field("about"), "another reading needs its words");
                }
                if other.set.is_empty() {
                    findings
                        .refuse(&others.index(place).field("set"), "name at least one value that house rules may set");
                }
            }
        }
    }

    /// Reads and checks a codex. The errors are the first mistake in the syntax, or all mistakes that [`Codex::check`] finds.
    pub fn read(source: &Source) -> Result<Self, Vec<Diagnostic>> {
        let codex: Self = parse(source).map_err(|refused| vec![refused])?;
        let mut findings = Findings::new(source);
        codex.check(&mut findings);
        findings.finish(codex)
    }
}

fn check_ids<'c>(ids: impl Iterator<Item = &'c str>, list: &ValuePath, findings: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for (place, id) in ids.enumerate() {
        if id.trim().is_empty() {
            findings.refuse(&list.index(place).field("id"), "an id must not be blank");
        } else if !seen.insert(id) {
            findings.refuse(&list.index(place).field("id"), format!("the id `{id}` is given twice"));
        }
    }
}
