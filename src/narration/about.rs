//! The kind, the combatants and the place of a fact.

use smallvec::SmallVec;

use super::line::{LineKind, Tone};
use crate::battle::{CombatantId, Target};
use crate::grid::Cell;
use crate::mechanics::attack::Degree;
use crate::resolution::event::BattleEvent;

/// The kind of a fact, and whether it is good news for the acting combatant.
pub fn kind_of(event: &BattleEvent) -> (LineKind, Tone) {
    match event {
        BattleEvent::CountBegan { .. } | BattleEvent::TurnEnded { .. } | BattleEvent::TimeTaken { .. } => {
            (LineKind::Time, Tone::Quiet)
        }
        BattleEvent::TurnDelayed { .. } | BattleEvent::TurnResumed { .. } => (LineKind::Time, Tone::Plain),
        BattleEvent::Commanded { .. } | BattleEvent::CommanderLost { .. } => (LineKind::Time, Tone::Plain),
        BattleEvent::InitiativeRolled { .. } => (LineKind::Time, Tone::Plain),
        BattleEvent::CheckRolled(rolled) if rolled.is_on_table() => (LineKind::Rolls, Tone::Plain),
        BattleEvent::CheckRolled(rolled) => match rolled.degree {
            Degree::Critical | Degree::Success => (LineKind::Rolls, Tone::Good),
            Degree::Failure => (LineKind::Rolls, Tone::Plain),
            Degree::Fumble => (LineKind::Rolls, Tone::Bad),
        },
        BattleEvent::DamageTaken(_) | BattleEvent::FatigueGained { .. } => (LineKind::Harm, Tone::Bad),
        BattleEvent::Fell { .. } => (LineKind::Harm, Tone::Bad),
        BattleEvent::FellUnconscious { .. } | BattleEvent::Died { .. } => (LineKind::Harm, Tone::Bad),
        BattleEvent::CarriedOff { .. } => (LineKind::Harm, Tone::Bad),
        BattleEvent::Woke { .. } | BattleEvent::Healed { .. } => (LineKind::Harm, Tone::Good),
        BattleEvent::ThingHarmed { .. } => (LineKind::Harm, Tone::Bad),
        BattleEvent::Bolstered { .. } => (LineKind::Harm, Tone::Good),
        BattleEvent::Incanted { .. } | BattleEvent::IncantationTimed { .. } => (LineKind::Actions, Tone::Plain),
        BattleEvent::ActionReadied { .. } => (LineKind::Actions, Tone::Plain),
        BattleEvent::EnergyChanged { .. } => (LineKind::States, Tone::Quiet),
        BattleEvent::Displaced { .. } | BattleEvent::MoveStopped { .. } => (LineKind::Moves, Tone::Quiet),
        BattleEvent::ActionDeclared { act, .. } if act.aimed_at().is_none() => (LineKind::Moves, Tone::Quiet),
        BattleEvent::ActionDeclared { .. } | BattleEvent::BattleEnded { .. } => (LineKind::Actions, Tone::Plain),
        BattleEvent::ActionTakenBack { .. } | BattleEvent::ActionAbandoned { .. } => (LineKind::Actions, Tone::Bad),
        BattleEvent::ReactionTaken { .. } => (LineKind::Actions, Tone::Good),
        _ => (LineKind::States, Tone::Plain),
    }
}

/// The combatants that a fact concerns, the acting one first.
pub fn about(event: &BattleEvent) -> SmallVec<[CombatantId; 2]> {
    let mut found = SmallVec::new();
    match event {
        BattleEvent::CheckRolled(rolled) => {
            found.push(rolled.who);
            found.extend(rolled.target);
        }
        BattleEvent::DamageTaken(hurt) => found.extend([hurt.by, hurt.target]),
        BattleEvent::ActionDeclared { who, act } | BattleEvent::ActionTakenBack { who, act, .. } => {
            found.push(*who);
            found.extend(act.aimed_at());
        }
        BattleEvent::Displaced { bodies, .. } => found.extend(bodies.iter().map(|shift| shift.who)),
        BattleEvent::LinkMade { link, .. } | BattleEvent::LinkChanged { link, .. } => {
            found.extend([link.holder, link.held])
        }
        BattleEvent::LinkEnded { holder, held, .. } => found.extend([*holder, *held]),
        BattleEvent::ReactionTaken { who, to, .. } => found.extend([*who, *to]),
        BattleEvent::PairFactBegan { who, fact } => found.extend([*who, fact.towards]),
        BattleEvent::PairFactEnded { who, towards, .. } => found.extend([*who, *towards]),
        BattleEvent::SpellBegan { spell, .. } => found.extend(std::iter::once(spell.caster).chain(spell.target())),
        BattleEvent::IllusionSeenThrough { who, caster, .. } => found.extend([*who, *caster]),
        BattleEvent::Healed { who, by, .. } | BattleEvent::Commanded { who, by, .. } => found.extend([*by, *who]),
        BattleEvent::Rested(respite) => found.extend(respite.who()),
        BattleEvent::TurnResumed { who, after, .. } => found.extend([*who, *after]),
        _ => found.extend(actor(event)),
    }
    found
}

/// The combatant of a fact that concerns one alone.
fn actor(event: &BattleEvent) -> Option<CombatantId> {
    match event {
        BattleEvent::InitiativeRolled { who, .. }
        | BattleEvent::ActionAbandoned { who, .. }
        | BattleEvent::FatigueGained { who, .. }
        | BattleEvent::MoveStopped { who, .. }
        | BattleEvent::Fell { who, .. }
        | BattleEvent::FacingKept { who, .. }
        | BattleEvent::StanceTaken { who, .. }
        | BattleEvent::ConditionGained { who, .. }
        | BattleEvent::ConditionJoined { who, .. }
        | BattleEvent::ConditionFaded { who, .. }
        | BattleEvent::ConditionLost { who, .. }
        | BattleEvent::ThingHarmed { who, .. }
        | BattleEvent::ActionReadied { who, .. }
        | BattleEvent::CommanderLost { who, .. }
        | BattleEvent::EnergyChanged { who, .. }
        | BattleEvent::Bolstered { who, .. }
        | BattleEvent::Incanted { who, .. }
        | BattleEvent::IncantationTimed { who, .. }
        | BattleEvent::TimeTaken { who, .. }
        | BattleEvent::SpellControlled { caster: who, .. }
        | BattleEvent::SpellEnded { caster: who, .. }
        | BattleEvent::WeaponDrawn { who, .. }
        | BattleEvent::WeaponSheathed { who, .. }
        | BattleEvent::WeaponDropped { who, .. }
        | BattleEvent::WeaponStuck { who, .. }
        | BattleEvent::OutfitChanged { who, .. }
        | BattleEvent::WeaponTaken { who, .. }
        | BattleEvent::WeaponWorn { who, .. }
        | BattleEvent::DoorMoved { who, .. }
        | BattleEvent::FellUnconscious { who, .. }
        | BattleEvent::Woke { who, .. }
        | BattleEvent::Died { who, .. }
        | BattleEvent::Escaped { who }
        | BattleEvent::CarriedOff { who, .. }
        | BattleEvent::TurnDelayed { who, .. }
        | BattleEvent::TurnEnded { who, .. } => Some(*who),
        _ => None,
    }
}

/// The cell named by a fact itself.
pub fn place_of(event: &BattleEvent) -> Option<Cell> {
    match event {
        BattleEvent::Displaced { bodies, .. } => bodies.last().map(|shift| shift.to),
        BattleEvent::DoorMoved { cell, .. } => Some(*cell),
        BattleEvent::MoveStopped { at, .. } => Some(*at),
        BattleEvent::SpellBegan { spell, .. } => match spell.at {
            Target::Cell(cell) => Some(cell),
            _ => None,
        },
        _ => None,
    }
}
