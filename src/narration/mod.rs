//! Facts in words. The terminal, JSON output and the window's log all print these lines.
//!
//! A fact becomes a [`Line`]: a sentence in parts that link to what they name, and the numbers behind it.
//!
//! To add a fact: its sentence in `teller.rs` or `spells.rs`, and here its [`LineKind`], [`Tone`] and combatants ([`about`]).

mod afflictions;
mod line;
mod notes;
mod numbers;
mod sentence;
mod spells;
mod teller;
mod things;

pub use line::{Line, LineKind, LineSum, Span, Tone};
pub use notes::{LaidWords, ObjectWords, due_dangers, due_words, laid_words, object_name, object_words};

use smallvec::SmallVec;

use crate::battle::{CombatantId, Snapshot, Target, ThingRef};
use crate::grid::Cell;
use crate::mechanics::attack::Degree;
use crate::resolution::event::BattleEvent;
use crate::rules::Ruleset;

/// The log line of a fact, or `None` for bookkeeping facts. `snapshot` may be later than the fact: names never change, but
/// [`Line::place`] may then be where a combatant has moved since.
pub fn narrate(snapshot: &Snapshot, rules: &Ruleset, event: &BattleEvent) -> Option<Line> {
    let teller = teller::Teller(sentence::NameLookup { snapshot, rules });
    let (spans, sums) = teller.tell(event)?;
    let (kind, tone) = kind_of(event);
    let about = about(event);
    let place = place_of(event).or_else(|| Some(snapshot.view().footprint(*about.last()?).anchor));
    Some(Line { kind, tone, about, place, spans, sums })
}

/// The kind of a fact, and whether it is good news for the acting combatant.
fn kind_of(event: &BattleEvent) -> (LineKind, Tone) {
    macro_rules! kinds {
        ($($kind:ident $tone:ident: $($fact:ident)+;)+) => {
            match event {
                BattleEvent::CheckRolled(rolled) if rolled.is_on_table() => (LineKind::Rolls, Tone::Plain),
                BattleEvent::CheckRolled(rolled) => match rolled.degree {
                    Degree::Critical | Degree::Success => (LineKind::Rolls, Tone::Good),
                    Degree::Failure => (LineKind::Rolls, Tone::Plain),
                    Degree::Fumble => (LineKind::Rolls, Tone::Bad),
                },
                BattleEvent::ActionDeclared { act, .. } if act.aimed_at().is_none() && act.thing().is_none() => (LineKind::Moves, Tone::Quiet),
                $($(BattleEvent::$fact { .. })|+ => (LineKind::$kind, Tone::$tone),)+
                _ => (LineKind::States, Tone::Plain),
            }
        };
    }
    kinds! {
        Time Quiet: CountBegan TurnEnded TimeTaken;
        Time Plain: TurnDelayed TurnResumed Commanded CommanderLost InitiativeRolled InitiativeChanged;
        Harm Bad: DamageTaken FatigueGained Fell FellUnconscious Died CarriedOff ThingHarmed ThingLeftUseless ObjectHarmed ThresholdPassed;
        Harm Good: Woke Healed Bolstered Warded;
        Rolls Plain: ConfirmationRolled MissChanceRolled InstantKillRolled ObjectSaved;
        Actions Plain: ActionDeclared BattleEnded Incanted IncantationTimed ActionReadied DefenceChosen CriticalChosen;
        Actions Bad: ActionTakenBack ActionAbandoned;
        Actions Good: ReactionTaken;
        Moves Quiet: Displaced MoveStopped;
        States Quiet: EnergyChanged;
    }
}

/// The combatants that a fact concerns, the acting one first.
pub fn about(event: &BattleEvent) -> SmallVec<[CombatantId; 2]> {
    let mut found = SmallVec::new();
    match event {
        BattleEvent::CheckRolled(rolled) | BattleEvent::ConfirmationRolled(rolled) => {
            found.push(rolled.who);
            found.extend(rolled.target);
        }
        BattleEvent::ObjectSaved(save) => found.push(save.who),
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
        BattleEvent::RideEnded { rider, mount, .. } => found.extend([*rider, *mount]),
        BattleEvent::ReactionTaken { who, to, .. } => found.extend([*who, *to]),
        BattleEvent::PairFactBegan { who, fact } => found.extend([*who, fact.towards]),
        BattleEvent::PairFactEnded { who, towards, .. } => found.extend([*who, *towards]),
        BattleEvent::SpellBegan { spell, .. } => found.extend(std::iter::once(spell.caster).chain(spell.target())),
        BattleEvent::IllusionSeenThrough { who, caster, .. } => found.extend([*who, *caster]),
        BattleEvent::Healed { who, by, .. }
        | BattleEvent::Warded { who, by, .. }
        | BattleEvent::Commanded { who, by, .. } => found.extend([*by, *who]),
        BattleEvent::Rested(respite) => found.extend(respite.who()),
        BattleEvent::TurnResumed { who, after: other, .. } | BattleEvent::TurnDelayed { who, until: other, .. } => {
            found.extend(std::iter::once(*who).chain(*other));
        }
        BattleEvent::DefenceChosen { who, by, .. } => found.extend([*who, *by]),
        BattleEvent::MissChanceRolled { who, target, .. }
        | BattleEvent::InstantKillRolled { who, target, .. }
        | BattleEvent::CriticalChosen { who, target, .. } => {
            found.extend([*who, *target]);
        }
        _ => found.extend(actor(event)),
    }
    found
}

/// The combatant of a fact that concerns one alone.
fn actor(event: &BattleEvent) -> Option<CombatantId> {
    macro_rules! of_one {
        ($($fact:ident)+) => {
            match event {
                $(BattleEvent::$fact { who, .. })|+ => Some(*who),
                BattleEvent::SpellControlled { caster, .. } | BattleEvent::SpellEnded { caster, .. } => Some(*caster),
                _ => None,
            }
        };
    }
    of_one! {
        InitiativeRolled InitiativeChanged ActionAbandoned FatigueGained MoveStopped Fell FacingKept StanceTaken ConditionGained
        ConditionJoined ConditionFaded ConditionLost AfflictionChanged ThingHarmed ThingLeftUseless ActionReadied CommanderLost EnergyChanged Bolstered HealthFollowed
        Incanted IncantationTimed TimeTaken WeaponDrawn WeaponSheathed WeaponDropped WeaponStuck OutfitChanged
        WeaponTaken WeaponWorn DoorMoved FellUnconscious Woke Died Escaped CarriedOff TurnDelayed TurnEnded
        ThresholdPassed ObjectHarmed ObjectLeftUseless ObjectStiffened ItemTransformed
    }
}

fn place_of(event: &BattleEvent) -> Option<Cell> {
    match event {
        BattleEvent::Displaced { bodies, .. } => bodies.last().map(|shift| shift.to),
        BattleEvent::DoorMoved { cell, .. } => Some(*cell),
        BattleEvent::MoveStopped { at, .. } => Some(*at),
        BattleEvent::ObjectHarmed { thing: ThingRef::Lying(cell, _), .. } => Some(*cell),
        BattleEvent::SpellBegan { spell, .. } => match spell.at {
            Target::Cell(cell) => Some(cell),
            _ => None,
        },
        _ => None,
    }
}
