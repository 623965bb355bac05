//! Facts in words, as the log shows them.

use super::event::{BattleEvent, Cause, Outcome, Rolled};
use crate::battle::{CombatantId, Facing, Snapshot};
use crate::content::Name;
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::Hurt;
use crate::rules::Ruleset;

/// One line of the log for a fact; `None` for facts that only keep the books.
///
/// `snapshot` is the battle at the time of the fact or later: names never change.
pub fn narrate(snapshot: &Snapshot, rules: &Ruleset, event: &BattleEvent) -> Option<String> {
    let teller = Teller { snapshot, rules };
    teller.turn(event).or_else(|| teller.body(event)).or_else(|| teller.thing(event))
}

struct Teller<'a> {
    snapshot: &'a Snapshot,
    rules: &'a Ruleset,
}

impl Teller<'_> {
    fn name(&self, who: CombatantId) -> &str {
        self.snapshot.rows.get(who.index()).map_or("?", |row| &row.name)
    }

    fn action(&self, action: Name) -> String {
        self.rules.actions.get(action).map_or_else(|| action.as_str().replace('_', " "), |found| found.name.clone())
    }

    fn condition(&self, condition: Name) -> String {
        let found = self.rules.conditions.get(condition);
        found.map_or_else(|| condition.to_string(), |found| found.name.to_lowercase())
    }

    fn weapon(&self, who: CombatantId, slot: crate::battle::WeaponSlot) -> String {
        let entry = self.snapshot.rows.get(who.index()).and_then(|row| row.sheet.weapon(slot));
        entry.map_or_else(|| "weapon".to_owned(), |entry| entry.weapon.name.clone())
    }

    fn turn(&self, event: &BattleEvent) -> Option<String> {
        Some(match event {
            BattleEvent::InitiativeRolled { who, number } => format!("{} begins at {number}", self.name(*who)),
            BattleEvent::CountBegan { count } => format!("— count {count} —"),
            BattleEvent::ActionDeclared { who, act } => {
                let at = act.aimed_at().map(|target| format!(" at {}", self.name(target))).unwrap_or_default();
                format!("{}: {}{at}", self.name(*who), self.action(act.action))
            }
            BattleEvent::ActionTakenBack { who, act, rule } => {
                format!("{} takes back {} [{rule}]", self.name(*who), self.action(act.action))
            }
            BattleEvent::ActionAbandoned { who, action, why, rule } => {
                format!("{} abandons {}: {why} [{rule}]", self.name(*who), self.action(*action))
            }
            BattleEvent::TurnEnded { who, took } => format!("{} is busy for {took}", self.name(*who)),
            BattleEvent::ReactionTaken { who, reaction, to, rule } => {
                format!("{} answers {} with {reaction} [{rule}]", self.name(*who), self.name(*to))
            }
            BattleEvent::BattleEnded { outcome } => self.outcome(outcome),
            _ => return None,
        })
    }

    fn outcome(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Won { side, because } => format!("Side {} wins: {because}", side.0 + 1),
            Outcome::Draw { because } => format!("A draw: {because}"),
            Outcome::Unfinished => "The battle reached its limit and is a draw".to_owned(),
        }
    }

    fn body(&self, event: &BattleEvent) -> Option<String> {
        Some(match event {
            BattleEvent::CheckRolled(rolled) => self.rolled(rolled),
            BattleEvent::DamageTaken(hurt) => self.hurt(hurt),
            BattleEvent::FatigueGained { who, amount, rule, .. } => {
                format!("{} tires by {amount} [{rule}]", self.name(*who))
            }
            BattleEvent::ConditionGained { who, affliction, rule } => {
                format!("{} is {} [{rule}]", self.name(*who), self.condition(affliction.condition))
            }
            BattleEvent::ConditionLost { who, condition, rule } => {
                format!("{} is no longer {} [{rule}]", self.name(*who), self.condition(*condition))
            }
            BattleEvent::StanceTaken { who, stance, rule } => match stance.held {
                Some(held) if stance.shifting => {
                    format!("{} shifts to {} [{rule}]", self.name(*who), self.condition(held))
                }
                Some(held) => format!("{} is {} [{rule}]", self.name(*who), self.condition(held)),
                None => format!("{} stands as usual [{rule}]", self.name(*who)),
            },
            BattleEvent::FellUnconscious { who, rule, .. } => format!("{} falls unconscious [{rule}]", self.name(*who)),
            BattleEvent::Woke { who, rule } => format!("{} wakes [{rule}]", self.name(*who)),
            BattleEvent::Died { who, rule } => format!("{} dies [{rule}]", self.name(*who)),
            BattleEvent::Escaped { who } => format!("{} escapes", self.name(*who)),
            BattleEvent::FacingKept { who, facing, rule } => {
                format!("{} faces {} [{rule}]", self.name(*who), self.facing(*facing))
            }
            _ => return None,
        })
    }

    fn facing(&self, facing: Facing) -> String {
        match facing {
            Facing::AllAround => "all around".to_owned(),
            Facing::Direction(direction) => {
                let shape = self.snapshot.field.board.shape();
                shape.direction_name(crate::grid::Direction(direction)).to_owned()
            }
            Facing::Towards(other) => self.name(other).to_owned(),
        }
    }

    fn rolled(&self, rolled: &Rolled) -> String {
        let result = match (rolled.degree, rolled.target) {
            (Degree::Fumble, _) => "fumble".to_owned(),
            (Degree::Failure, Some(_)) => format!("miss by {}", -rolled.margin),
            (Degree::Failure, None) => format!("fails by {}", -rolled.margin),
            (Degree::Success, Some(_)) => format!("hit by {}", rolled.margin),
            (Degree::Success, None) => format!("succeeds by {}", rolled.margin),
            (Degree::Critical, _) => format!("critical hit by {}", rolled.margin),
        };
        let against = match (rolled.target, rolled.defence) {
            (Some(target), Some(stat)) => format!("{}'s {}", self.name(target), stat.word()),
            _ => "a difficulty of".to_owned(),
        };
        let bonus = rolled.bonus.total();
        format!(
            "{}: {} rolls {} {} {} = {} against {against} {}: {result} [{}]; bonus {}; against {}",
            self.action(rolled.action),
            self.name(rolled.who),
            rolled.natural,
            if bonus < 0 { '-' } else { '+' },
            bonus.abs(),
            i32::from(rolled.natural) + i32::from(bonus),
            rolled.difficulty.total(),
            rolled.rule,
            rolled.bonus,
            rolled.difficulty,
        )
    }

    fn hurt(&self, hurt: &Hurt) -> String {
        let left = hurt.vitals;
        let split = match (hurt.wounds, hurt.fatigue) {
            (0, 0) => "nothing gets through".to_owned(),
            (0, fatigue) => format!("{fatigue} fatigue"),
            (wounds, 0) => format!("{wounds} hit points lost"),
            (wounds, fatigue) => format!("{wounds} hit points lost and {fatigue} fatigue"),
        };
        format!(
            "{} takes {} damage from {}: {split} [{}]; now {}/{} hit points, {} fatigue; damage {}; threshold {}",
            self.name(hurt.target),
            hurt.amount.total(),
            self.name(hurt.by),
            hurt.rule,
            left.current(),
            left.maximum,
            left.fatigue,
            hurt.amount,
            hurt.threshold,
        )
    }

    fn thing(&self, event: &BattleEvent) -> Option<String> {
        Some(match event {
            BattleEvent::Displaced { bodies, cause, rule } => match (cause, bodies.first()) {
                (Cause::Step, Some(shift)) => format!("{} moves to {}", self.name(shift.who), shift.to),
                (Cause::Forced { by, action }, _) => {
                    let moved: Vec<String> =
                        bodies.iter().map(|shift| format!("{} to {}", self.name(shift.who), shift.to)).collect();
                    format!("{} moves {} by {} [{rule}]", self.name(*by), moved.join(" and "), self.action(*action))
                }
                _ => return None,
            },
            BattleEvent::MoveStopped { who, at, why, rule } => {
                format!("{} stops at {at}: {why} [{rule}]", self.name(*who))
            }
            BattleEvent::LinkMade { link, rule } => {
                format!("{} holds {} [{rule}]", self.name(link.holder), self.name(link.held))
            }
            BattleEvent::LinkEnded { holder, held, why, rule, .. } => {
                format!("{} no longer holds {}: {why} [{rule}]", self.name(*holder), self.name(*held))
            }
            BattleEvent::LinkChanged { link, rule } => {
                format!("{} tightens the hold on {} [{rule}]", self.name(link.holder), self.name(link.held))
            }
            BattleEvent::WeaponDrawn { who, slot, .. } => {
                format!("{} draws the {}", self.name(*who), self.weapon(*who, *slot))
            }
            BattleEvent::WeaponSheathed { who, slot, .. } => {
                format!("{} puts the {} away", self.name(*who), self.weapon(*who, *slot))
            }
            BattleEvent::WeaponDropped { who, slot, rule, .. } => {
                format!("{} loses the {} [{rule}]", self.name(*who), self.weapon(*who, *slot))
            }
            BattleEvent::WeaponTaken { who, slot, .. } => {
                format!("{} picks up the {}", self.name(*who), self.weapon(*who, *slot))
            }
            BattleEvent::WeaponWorn { who, slot, durability, rule } => {
                format!("{}'s {} wears to {durability} [{rule}]", self.name(*who), self.weapon(*who, *slot))
            }
            BattleEvent::DoorMoved { who, cell, open, .. } => {
                let verb = if *open { "opens" } else { "closes" };
                format!("{} {verb} the door at {cell}", self.name(*who))
            }
            _ => return None,
        })
    }
}
