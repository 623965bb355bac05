//! Forecasts as text and as JSON.

use std::fmt;

use serde_json::{Value, json};

use super::{CheckOutcome, DefenceOdds, Forecast, Fraction, Versus};
use crate::content::{AdvantageNames, AdvantageTerm, AdvantageTerms, Breakdown, Name, RollPolicy, RolledBy};
use crate::mechanics::checks::{self, Chances, roller};

/// The quantiles of damage shown, in percent.
const QUANTILES: [u32; 5] = [10, 25, 50, 75, 90];

impl Versus {
    /// The number to reach, in words: a defence, a roll of the target, or a fixed difficulty.
    pub fn words(&self, roll: &RollPolicy) -> String {
        let met = self.met_words(roll);
        match &self.choice {
            None => met,
            Some(DefenceOdds { id: None, name, .. }) => name.clone(),
            Some(choice) if choice.cost.is_empty() => format!("{}: {met}", choice.name),
            Some(choice) => format!("{} ({}): {met}", choice.name, choice.cost),
        }
    }

    fn met_words(&self, roll: &RollPolicy) -> String {
        match self.defence {
            Some(defence) => defence.word().to_owned(),
            None if self.rolls && roll.is_under() => "a test under".to_owned(),
            None if self.rolls => format!("a roll of {} +", roll.dice.words()),
            None => "a difficulty of".to_owned(),
        }
    }

    /// Probability of a hit (including criticals), of a critical hit, and of a fumble.
    pub fn fractions(&self) -> [(&'static str, Fraction); 3] {
        let Chances { faces, hits, criticals, fumbles } = self.chances;
        [("hit", hits), ("critical", criticals), ("fumble", fumbles)]
            .map(|(word, of)| (word, Fraction::new(of.into(), faces.into())))
    }

    /// The chances of an exchange: that each combatant passes its test, followed by all results, which add up to 1.
    pub fn exchange(&self) -> Option<[(&'static str, Fraction); 7]> {
        let odds = self.contest?;
        Some([
            ("attacker passes", odds.attacker),
            ("target passes", odds.target),
            ("critical win", odds.won),
            ("hit", odds.hit),
            ("blocked", odds.blocked),
            ("nothing", odds.nothing),
            ("critical loss", odds.lost),
        ])
    }

    /// The chances of an exchange, or else those of each degree of success.
    fn lines(&self) -> Vec<(&'static str, Fraction)> {
        self.exchange().map_or_else(|| self.fractions().to_vec(), |all| all.to_vec())
    }
}

impl Forecast {
    /// The roll against a defence that the target may choose; `None` is no defence.
    pub fn against(&self, defence: Option<Name>) -> Option<&Versus> {
        self.versus.iter().find(|versus| versus.choice.as_ref().is_some_and(|choice| choice.id == defence))
    }

    /// Whether attacker and target both roll under target numbers.
    pub fn is_exchange(&self) -> bool {
        self.versus.iter().any(|versus| versus.contest.is_some_and(|_| versus.choice.is_some()))
    }

    /// The roll against the defence with the least expected damage, if the target may choose its defence.
    pub fn best_defence(&self) -> Option<&Versus> {
        let chosen = self.versus.iter().filter_map(|versus| Some((versus, versus.choice.as_ref()?.mean)));
        let rank = |(versus, mean): &(&Versus, i128)| (*mean, versus.fractions()[0].1.per_ten_thousand());
        chosen.min_by_key(rank).map(|(versus, _)| versus)
    }

    /// The natural results that succeed, in words, if one throw is compared with a known number.
    pub fn needed(&self, versus: &Versus) -> Option<String> {
        if let Some(words) = self.decided_words() {
            return Some(words);
        }
        if versus.rolls || self.edge.net().is_some() || self.fails.is_some() {
            return None;
        }
        let (bonus, difficulty) = (self.bonus.total(), versus.difficulty.total());
        let all = roller::outcomes(&self.roll, None, bonus.saturating_sub(difficulty)).into_iter();
        let hits = |natural: &i16| checks::judge(&self.roll, *natural, bonus, difficulty, false).0.is_hit();
        let mut hitting = all.map(|(_, natural)| natural.total).filter(hits);
        let works = match self.by {
            RolledBy::Target => "saves",
            RolledBy::Actor if self.weapon.is_some() => "hits",
            RolledBy::Actor => "succeeds",
        };
        let results = match self.roll.is_under() {
            true => hitting.next_back().map(|most| format!("{most} or less {works}")),
            false => hitting.next().map(|least| format!("{least} or more {works}")),
        };
        let Chances { hits, faces, .. } = versus.chances;
        let hits = if self.by == RolledBy::Target { faces - hits } else { hits };
        Some(format!("{}: {hits} of {faces} results", results.unwrap_or_else(|| format!("nothing {works}"))))
    }

    /// The result without a roll, if a difference in size decides it, in words with the rule.
    fn decided_words(&self) -> Option<String> {
        let decided = self.decided?;
        let word = match (self.by, decided.succeeds) {
            (RolledBy::Target, true) => "saves",
            (RolledBy::Target, false) => "fails to save",
            (RolledBy::Actor, true) => "succeeds",
            (RolledBy::Actor, false) => "fails",
        };
        Some(format!("{word} without a roll, by its size [{}]", decided.rule))
    }

    /// The given quantile (in percent) of damage, where misses count as 0.
    pub fn quantile(&self, percent: u32) -> i32 {
        let (all, mut below) = (self.damage.total_weight(), 0);
        let mut values = self.damage.iter();
        let found = values.find(|(_, weight)| {
            below += weight;
            Fraction::new(below, all).per_ten_thousand() >= percent * 100
        });
        found.map_or(0, |(value, _)| value)
    }

    /// Probability of at least this much damage.
    pub fn at_least(&self, damage: i32) -> Fraction {
        let (of, all) = self.damage.at_least(damage);
        Fraction::new(of, all)
    }

    /// Mean damage in hundredths, rounded down.
    pub fn mean_hundredths(&self) -> i128 {
        super::mean_hundredths(&self.damage)
    }

    /// The forecast as JSON.
    pub fn to_json(&self) -> Value {
        let versus: Vec<Value> = self.versus.iter().map(versus_json).collect();
        let outcome = |CheckOutcome { when, what, chance, rule }: &CheckOutcome| json!({ "when": when, "what": what, "chance": fraction_json(*chance), "rule": rule });
        let outcomes: Vec<Value> = self.outcomes.iter().map(outcome).collect();
        let all = self.damage.total_weight();
        let chance = |weight| fraction_json(Fraction::new(weight, all));
        let damage = self.damage.iter().map(|(value, weight)| json!({ "damage": value, "chance": chance(weight) }));
        let quantiles = QUANTILES.map(|percent| json!({ "percent": percent, "damage": self.quantile(percent) }));
        json!({
            "actor": self.actor, "action": self.action, "target": self.target, "weapon": self.weapon,
            "rule": self.rule,
            "refused": self.refused.as_ref().map(|refusal| json!({ "why": refusal.why, "rule": refusal.rule })),
            "bonus": breakdown_json(&self.bonus),
            "edge": edge_json(&self.edge),
            "decided": self.decided.map(|decided| json!({ "succeeds": decided.succeeds, "rule": decided.rule })),
            "fails": self.fails,
            "resistance": self.resisted.map(|(chance, rule)| json!({ "chance": fraction_json(chance), "rule": rule })),
            "hold": self.hold.map(|(chance, rule)| json!({ "chance": fraction_json(chance), "rule": rule })),
            "versus": versus,
            "outcomes": outcomes,
            "damage": {
                "exact": self.damage.is_exact(),
                "mean": self.mean_hundredths() as f64 / 100.0,
                "quantiles": quantiles,
                "distribution": damage.collect::<Vec<Value>>(),
            },
            "drops": fraction_json(self.drops),
            "kills": fraction_json(self.kills),
            "wounds": self.wounds.iter().map(|(level, chance)| json!({ "severity": level, "chance": fraction_json(*chance) })).collect::<Vec<_>>(),
            "counts": self.takes.map(|(least, most)| json!({ "least": least, "most": most })),
        })
    }
}

impl fmt::Display for Forecast {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = self.weapon.as_ref().map(|weapon| format!(" with {weapon}")).unwrap_or_default();
        writeln!(out, "{}: {} at {}{with} [{}]", self.actor, self.action, self.target, self.rule)?;
        if let Some(refusal) = &self.refused {
            writeln!(out, "  not possible now: {refusal}")?;
        }
        if let Some(rule) = self.fails {
            writeln!(out, "  fails without a roll: full cover [{rule}]")?;
        }
        if let Some((chance, rule)) = self.hold {
            writeln!(out, "  keeps its hold first {chance} ({}), or misses [{rule}]", chance.percent())?;
        }
        if let Some((chance, rule)) = self.resisted {
            writeln!(
                out,
                "  overcomes its resistance first {chance} ({}), or has no effect [{rule}]",
                chance.percent()
            )?;
        }
        let compared = if self.roll.is_under() { "under" } else { "+" };
        let by = if self.by == RolledBy::Target { ", by the target" } else { "" };
        writeln!(out, "roll      {} {compared} {}{by}", self.roll.dice.words(), self.bonus)?;
        for line in edge_lines(&self.edge, self.roll.advantage_names()).into_iter().chain(self.decided_words()) {
            writeln!(out, "          {line}")?;
        }
        for versus in &self.versus {
            let undefended = versus.choice.as_ref().is_some_and(|choice| choice.id.is_none());
            match undefended {
                true => writeln!(out, "against   {}", versus.words(&self.roll))?,
                false => writeln!(out, "against   {} {}", versus.words(&self.roll), versus.difficulty)?,
            }
            for line in edge_lines(&versus.edge, self.roll.advantage_names()) {
                writeln!(out, "          {line}")?;
            }
            let width = if versus.contest.is_some() { 16 } else { 9 };
            for (word, chance) in versus.lines() {
                writeln!(out, "  {word:width$} {chance} ({})", chance.percent())?;
            }
            if let Some(DefenceOdds { mean, drops, .. }) = &versus.choice {
                writeln!(
                    out,
                    "  mean damage      {}.{:02}, KO chance {} ({})",
                    mean / 100,
                    mean % 100,
                    drops,
                    drops.percent()
                )?;
            }
        }
        for CheckOutcome { when, what, chance, rule } in &self.outcomes {
            writeln!(out, "{when:9} {what}: {chance} ({}) [{rule}]", chance.percent())?;
        }
        self.write_damage(out)
    }
}

impl Forecast {
    fn write_damage(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.mean_hundredths();
        writeln!(out, "damage    mean {}.{:02}, misses counted as 0", mean / 100, mean % 100)?;
        for percent in QUANTILES {
            writeln!(out, "  {percent}th percentile: {} (with misses)", self.quantile(percent))?;
        }
        let all = self.damage.total_weight();
        for (value, weight) in self.damage.iter() {
            let chance = Fraction::new(weight, all);
            let at_least = self.at_least(value).percent();
            writeln!(out, "  {value:4}  {chance} ({}), at least: {at_least}", chance.percent())?;
        }
        if !self.damage.is_exact() {
            writeln!(out, "  (probabilities are rounded)")?;
        }
        for (level, chance) in &self.wounds {
            writeln!(out, "  {level} wound: {chance} ({})", chance.percent())?;
        }
        if self.at_object {
            writeln!(out, "destroyed    {} ({})", self.kills, self.kills.percent())?;
        } else {
            writeln!(out, "KO chance    {} ({})", self.drops, self.drops.percent())?;
            writeln!(out, "kill chance  {} ({})", self.kills, self.kills.percent())?;
        }
        match self.takes {
            Some((least, most)) if least == most => writeln!(out, "takes     {least} counts"),
            Some((least, most)) => writeln!(out, "takes     {least} to {most} counts"),
            None => Ok(()),
        }
    }
}

fn versus_json(versus: &Versus) -> Value {
    let chances: serde_json::Map<String, Value> =
        versus.fractions().into_iter().map(|(word, chance)| (word.to_owned(), fraction_json(chance))).collect();
    let contest = versus.exchange().map(|all| {
        let chances = all.into_iter().map(|(word, chance)| (word.replace(' ', "_"), fraction_json(chance)));
        Value::Object(chances.collect())
    });
    json!({
        "defence": versus.defence.map(|defence| defence.word()),
        "choice": versus.choice.as_ref().map(|choice| json!({
            "id": choice.id, "name": choice.name, "cost": choice.cost, "mean": choice.mean as f64 / 100.0,
        })),
        "edge": edge_json(&versus.edge),
        "difficulty": breakdown_json(&versus.difficulty),
        "chances": chances,
        "exchange": contest,
    })
}

fn fraction_json(chance: Fraction) -> Value {
    json!({ "fraction": chance.to_string(), "percent": f64::from(chance.per_ten_thousand()) / 100.0 })
}

/// One line per source of advantage or disadvantage, then the net result.
fn edge_lines(edge: &AdvantageTerms, names: AdvantageNames) -> Vec<String> {
    let term = |term: &AdvantageTerm| format!("{}: {} [{}]", names.of(term.gives), term.label.words(), term.rule);
    let mut lines: Vec<String> = edge.terms().iter().map(term).collect();
    if !lines.is_empty() {
        let net = edge.net().map(|net| format!("with {}", names.of(net)));
        lines.push(net.unwrap_or_else(|| format!("{} and {} cancel", names.better, names.worse)));
    }
    lines
}

fn edge_json(edge: &AdvantageTerms) -> Value {
    let term = |term: &AdvantageTerm| json!({ "label": term.label.words(), "gives": term.gives, "rule": term.rule });
    json!({ "net": edge.net(), "terms": edge.terms().iter().map(term).collect::<Vec<_>>() })
}

fn breakdown_json(sum: &Breakdown) -> Value {
    let term = |term: &crate::content::breakdown::Term| json!({ "label": term.label.words(), "amount": term.amount, "rule": term.rule });
    json!({ "total": sum.total(), "terms": sum.terms().iter().map(term).collect::<Vec<_>>() })
}
