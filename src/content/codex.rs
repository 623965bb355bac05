//! The codex: every rule of a rule system in one sentence, and the rulings where its source is silent.
//!
//! Log lines, tooltips, refusals and tests cite rules by their ids.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::authored::{Diagnostic, Findings, Source, ValuePath, parse};

content! {
    /// All rules and rulings of one rule system.
    pub struct Codex: Default {
        /// The rules, in the order of their source.
        pub rules: Vec<CodexRule>,
        /// The rulings where the source contradicts itself or leaves a term open.
        pub rulings: Vec<Ruling>,
        /// The doubtful rules that a value of the rule system decides, with their other readings.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub readings: Vec<OtherReading>,
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
    }

    /// Another reading of a doubtful rule, which house rules can choose.
    pub struct OtherReading {
        /// The id of the rule or ruling.
        pub rule: String,
        /// The path of the value in `ruleset.ron` that decides, as in house rules.
        pub path: String,
        /// The value of the other reading, as RON.
        pub value: String,
        /// The other reading in one sentence.
        pub about: String,
        /// The value in use, as RON.
        #[serde(skip)]
        pub now: String,
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

impl OtherReading {
    /// Whether it is the reading in use.
    pub fn is_used(&self) -> bool {
        let plain = |value: &str| value.split_whitespace().collect::<String>();
        plain(&self.value) == plain(&self.now)
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

    /// The other readings of the rule or ruling with this id.
    pub fn readings(&self, id: &str) -> impl Iterator<Item = &OtherReading> {
        self.readings.iter().filter(move |reading| reading.rule == id)
    }

    /// Refuses ids that are blank or given twice, rules that name an unknown ruling, and readings of an unknown rule.
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
        let known: Vec<&str> = self.rules.iter().map(|rule| rule.id.as_str()).chain(known).collect();
        for (place, reading) in self.readings.iter().enumerate() {
            if !known.contains(&reading.rule.as_str()) {
                let place = ValuePath::root().field("readings").index(place);
                findings.unknown(&place.field("rule"), "rule", &reading.rule, &known);
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
