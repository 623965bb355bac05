use serde::{Deserialize, Serialize};

use crate::content::effect::Modifier;
use crate::content::speed::SpeedRow;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};
use crate::dice::DiceFormula;

/// How it is decided who acts when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnOrder {
    /// A rising count; an action takes its speed factor, and all whose number comes up act at once.
    Counts(CountTurns),
    /// Rounds; everybody acts once a round in order of initiative, highest first.
    Rounds(RoundTurns),
}

impl TurnOrder {
    /// What comes of acting on one count, where anything does.
    pub fn simultaneous(&self) -> Option<&SimultaneousPolicy> {
        match self {
            TurnOrder::Counts(turns) => Some(&turns.simultaneous).filter(|policy| policy.used),
            TurnOrder::Rounds(_) => None,
        }
    }

    /// The opposed check that settles who is surprised, where the rules have one.
    pub fn surprise_check(&self) -> Option<&SurpriseCheck> {
        match self {
            TurnOrder::Counts(turns) => Some(&turns.surprise_check),
            TurnOrder::Rounds(_) => None,
        }
    }

    /// What moments of the battle are called: counts or rounds.
    pub fn moment(&self) -> &'static str {
        match self {
            TurnOrder::Counts(_) => "count",
            TurnOrder::Rounds(_) => "round",
        }
    }

    /// Half seconds from one moment to the next: a count is one (TC-205), a round lasts as long as the rules say.
    pub fn half_seconds(&self) -> i32 {
        match self {
            TurnOrder::Counts(_) => 1,
            TurnOrder::Rounds(turns) => i32::from(turns.seconds.max(1)) * 2,
        }
    }

    /// The moments after which at least so many half seconds are over.
    pub fn moments(&self, half_seconds: i32) -> i32 {
        let each = self.half_seconds();
        half_seconds.div_euclid(each) + i32::from(half_seconds.rem_euclid(each) > 0)
    }

    /// A number of moments as a player reads it: `60 s (10 rounds)`.
    pub fn span_words(&self, moments: i32) -> String {
        let half_seconds = moments.saturating_mul(self.half_seconds());
        let seconds = if half_seconds % 2 == 0 { String::new() } else { ".5".to_owned() };
        let plural = if moments == 1 { "" } else { "s" };
        format!("{}{seconds} s ({moments} {}{plural})", half_seconds / 2, self.moment())
    }
}

/// Whose dice the first number of a combatant comes from. Its own bonuses and penalties count either way.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InitiativeRoll {
    /// Everybody rolls.
    Each,
    /// One roll for all of a side.
    Side { rule: Rule },
}

/// The numbers of a rising count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountTurns {
    /// The roll for the first turn.
    pub initiative: DiceFormula,
    pub initiative_rule: Rule,
    /// Who makes that roll.
    pub rolls: InitiativeRoll,
    /// Taken off the first number.
    pub bonuses: Vec<Stat>,
    pub bonus_rule: Rule,
    /// The opposed check of a side that lies in ambush.
    pub surprise_check: SurpriseCheck,
    /// Added to the first number of the surprised.
    pub surprise: DiceFormula,
    pub surprise_rule: Rule,
    /// Gained by the surprised until they act.
    pub surprised: Name,
    pub speeds: Vec<SpeedRow>,
    /// Each step slower than the slowest class adds so many counts.
    pub beyond_slowest: u16,
    pub beyond_rule: Rule,
    /// No step makes an action faster than this class.
    pub fastest: crate::content::speed::SpeedClass,
    pub fastest_rule: Rule,
    /// No modifier brings a speed factor below this.
    pub least: u16,
    pub least_rule: Rule,
    pub next_turn_rule: Rule,
    pub together_rule: Rule,
    /// How often what burns harms its bearer.
    pub burns: Every,
    pub simultaneous: SimultaneousPolicy,
}

/// The opposed check that settles who is surprised: a skill and an attribute for either side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurpriseCheck {
    /// What the least stealthy of the attackers in ambush rolls for all of them.
    pub stealth: (Stat, Stat),
    /// What each enemy rolls, which must be at least as high for it to notice them.
    pub perception: (Stat, Stat),
    pub rule: Rule,
}

/// Something that comes again.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Every {
    /// After so many counts each time.
    pub counts: u16,
    pub rule: Rule,
}

/// What comes of it that several act on one count, besides that none sees what the others do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimultaneousPolicy {
    /// Whether anything does: the rule is an optional one.
    pub used: bool,
    /// Two who attack each other add this.
    pub mutual: Modifier,
    /// Every attacker who hits one target, beyond the first, takes so much off the threshold at which blows impair it, and a
    /// blow that equals it is enough.
    pub crowd: Modifier,
}

/// The numbers of initiative rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundTurns {
    /// How long a round is, in seconds.
    pub seconds: u16,
    pub seconds_rule: Rule,
    /// The roll for initiative.
    pub initiative: DiceFormula,
    /// Added to the roll.
    pub bonuses: Vec<Stat>,
    pub rule: Rule,
    /// What happens to those who rolled the same.
    pub ties: Ties,
    /// Actions in one turn.
    pub actions: u8,
    pub actions_rule: Rule,
    /// Reactions from one turn to the next.
    pub reactions: u8,
    pub reactions_rule: Rule,
    /// Gained until the first round is over by those who do not know that the fight begins; they take no turn in it.
    pub unaware: Option<Unaware>,
    /// The rule by which one who puts its turn off comes in after another's, and keeps that place.
    pub delay_rule: Rule,
    /// How those act who are under the command of another, where there are such.
    pub command: Option<CommandPolicy>,
}

/// Creatures that act only when they are commanded, together with their commander.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandPolicy {
    /// The rule by which commander and commanded act in any order.
    pub together_rule: Rule,
    /// The rule by which one is commanded once a round.
    pub once_rule: Rule,
    /// The rule by which one whose commanders are gone acts by itself.
    pub freed_rule: Rule,
}

/// How those who rolled the same initiative are ordered.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ties {
    /// By the order of the scenario.
    Listed,
    /// At random, by this rule.
    Random { rule: Rule },
}

/// Not knowing that a fight begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unaware {
    pub condition: Name,
    pub rule: Rule,
}
