//! Cues: what a shown fact looks and sounds like. Tokens, drawings of actions, the camera and sounds follow cues. A new
//! animation is a kind of cue, the facts that give it, and what follows it.

use bevy::prelude::*;
use smallvec::SmallVec;

use super::board::Layout;
use super::frame::FrameSystems;
use super::known::FogOfWar;
use super::playback::{Playback, ShownFact};
use crate::battle::{Act, CombatantId, Target, View};
use crate::content::{DefenceGear, Does, Name, RangedKind, WeaponProperty};
use crate::ecs::{RunBattle, ShownBattle};
use crate::grid::Cell;
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::damage::AppliedDamage;
use crate::mechanics::{Game, zone};
use crate::resolution::event::{BattleEvent, Cause, IncantStep, Rolled};
use crate::rules::Ruleset;

/// Something that flies from an attacker to its target.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Missile {
    /// An arrow or a bolt of a crossbow.
    Arrow,
    /// A stone of a sling.
    Stone,
    /// A thrown weapon.
    Thrown,
    /// A spell.
    Spell,
}

/// The other end of a cue.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CueEnd {
    /// A combatant.
    Unit(CombatantId),
    /// A cell.
    Cell(Cell),
}

/// A kind of thing to be seen and heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CueKind {
    /// An action on the other end begins.
    Declared(Name),
    /// The cells of a spell.
    Area(Vec<Cell>),
    /// A spell is prepared or cast.
    Cast,
    /// A blow at the other end.
    Strike,
    /// A missile flies to the other end; it may miss.
    Shot {
        /// The missile.
        missile: Missile,
        /// Whether it hits.
        lands: bool,
    },
    /// An attack of the other end misses.
    Dodge,
    /// An attack of the other end is stopped by a weapon, a shield or armour.
    Block,
    /// Damage by the other end.
    Hit,
    /// A spell takes effect.
    Enchant,
    /// One step of its own movement.
    Step,
    /// A movement by force, away from the other end.
    Forced,
    /// A fall from a height.
    Drop,
    /// A fall to the ground where it stands.
    Topple,
    /// The end of its fight: unconscious, dead or carried away.
    Out,
}

/// Something to be seen and heard about a combatant.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Cue {
    /// The kind.
    pub kind: CueKind,
    /// The combatant.
    pub who: CombatantId,
    /// The other end, if any and known.
    pub other: Option<CueEnd>,
}

impl Cue {
    fn new(kind: CueKind, who: CombatantId) -> Cue {
        Cue { kind, who, other: None }
    }

    fn with(self, other: CombatantId) -> Cue {
        Cue { other: Some(CueEnd::Unit(other)), ..self }
    }
}

/// The battle that a cue is about: its state after the fact, and its rules.
#[derive(Copy, Clone)]
pub struct Stage<'a> {
    /// The battle.
    pub view: View<'a>,
    /// The rules.
    pub rules: &'a Ruleset,
}

impl<'a> Stage<'a> {
    fn game(self) -> Game<'a> {
        Game::new(self.view, self.rules.book())
    }
}

/// The cues of a fact.
pub type Cues = SmallVec<[Cue; 2]>;

/// The cues of a fact that has just been shown.
pub fn cues_of(event: &BattleEvent, stage: Stage<'_>) -> Cues {
    let one = |kind, who: &CombatantId| Cues::from_iter([Cue::new(kind, *who)]);
    match event {
        BattleEvent::ActionDeclared { who, act } => of_act(*who, act, stage),
        BattleEvent::CheckRolled(rolled) => of_roll(rolled, stage),
        BattleEvent::MissChanceRolled { who, target, percent, rolled, .. } if *rolled <= u16::from(*percent) => {
            Cues::from_iter([Cue::new(CueKind::Dodge, *target).with(*who)])
        }
        BattleEvent::DamageTaken(hurt) => of_damage(hurt, stage),
        BattleEvent::Healed { who, .. } | BattleEvent::Warded { who, .. } => one(CueKind::Enchant, who),
        BattleEvent::SpellBegan { spell, .. } => match spell.at {
            Target::Combatant(who) => one(CueKind::Enchant, &who),
            _ => one(CueKind::Enchant, &spell.caster),
        },
        BattleEvent::Incanted { who, step: IncantStep::Begun | IncantStep::Charged, .. } => one(CueKind::Cast, who),
        BattleEvent::Displaced { bodies, cause: Cause::Step, .. } => {
            bodies.iter().map(|shift| Cue::new(CueKind::Step, shift.who)).collect()
        }
        BattleEvent::Displaced { bodies, cause: Cause::Forced { .. }, .. } => {
            let moved = bodies.iter().filter(|shift| shift.from != shift.to);
            let from = |from| Some(CueEnd::Cell(from));
            moved.map(|shift| Cue { other: from(shift.from), ..Cue::new(CueKind::Forced, shift.who) }).collect()
        }
        BattleEvent::Fell { who, .. } => one(CueKind::Drop, who),
        BattleEvent::StanceTaken { who, stance, .. }
            if stance.held == Some(stage.rules.policies.consciousness.falls) =>
        {
            one(CueKind::Topple, who)
        }
        BattleEvent::FellUnconscious { who, .. }
        | BattleEvent::Died { who, .. }
        | BattleEvent::CarriedOff { who, .. } => one(CueKind::Out, who),
        _ => Cues::new(),
    }
}

/// The unit or cell that an act is aimed at; nothing for one aimed at its actor. Of a suspected target only the cell.
pub fn aimed_end(who: CombatantId, act: &Act) -> Option<CueEnd> {
    match *act.aim() {
        Target::Combatant(other) | Target::Redirected { who: other, .. } | Target::Charge { at: other, .. } => {
            (other != who).then_some(CueEnd::Unit(other))
        }
        Target::Guess { cell, .. } | Target::Cell(cell) => Some(CueEnd::Cell(cell)),
        _ => None,
    }
}

fn of_act(who: CombatantId, act: &Act, stage: Stage<'_>) -> Cues {
    let mut cues = Cues::new();
    if let Some(other) = aimed_end(who, act) {
        cues.push(Cue { other: Some(other), ..Cue::new(CueKind::Declared(act.action), who) });
    }
    if let Some(Does::Cast(spell)) = stage.rules.actions.get(act.action).map(|action| &action.does) {
        cues.push(Cue::new(CueKind::Cast, who));
        let cells = zone::area(stage.game(), who, spell, act);
        if cells.len() > 1 {
            cues.push(Cue::new(CueKind::Area(cells), who));
        }
    }
    cues
}

/// The blow or shot of an attack, and what its target does if it fails.
fn of_roll(rolled: &Rolled, stage: Stage<'_>) -> Cues {
    let action = stage.rules.actions.get(rolled.action);
    let attacks = action.is_none_or(|action| action.check().is_some());
    let Some(target) = rolled.target.filter(|target| *target != rolled.who && attacks) else { return Cues::new() };
    let lands = rolled.degree.is_hit();
    let is_spell = action.is_some_and(|action| matches!(action.does, Does::Cast(_)));
    let missile = if is_spell { Some(Missile::Spell) } else { missile(rolled, target, stage) };
    let kind = missile.map_or(CueKind::Strike, |missile| CueKind::Shot { missile, lands });
    let mut cues = Cues::from_iter([Cue::new(kind, rolled.who).with(target)]);
    if rolled.is_blocked() || (!lands && is_stopped(rolled, stage)) {
        cues.push(Cue::new(CueKind::Block, target).with(rolled.who));
    } else if !lands {
        cues.push(Cue::new(CueKind::Dodge, target).with(rolled.who));
    }
    cues
}

/// Whether the target chose a defence with a weapon or a shield.
fn is_stopped(rolled: &Rolled, stage: Stage<'_>) -> bool {
    let options = stage.rules.policies.stages.defences.iter().flat_map(|choice| &choice.options);
    let mut chosen = options.filter(|option| Some(option.id) == rolled.chosen);
    chosen.any(|option| matches!(option.made_with, Some(DefenceGear::Weapon | DefenceGear::Shield)))
}

/// The missile of a weapon, or the weapon itself if it is thrown. `None` for a blow.
fn missile(rolled: &Rolled, target: CombatantId, stage: Stage<'_>) -> Option<Missile> {
    let slot = rolled.weapon?;
    let weapon = &stage.game().find(rolled.who)?.sheet.weapon(slot)?.weapon;
    let kind = weapon.range?.kind;
    if attack::possible_mode(stage.game(), rolled.who, slot, target).is_some_and(Mode::is_melee) {
        return None;
    }
    Some(match kind {
        RangedKind::Thrown => Missile::Thrown,
        RangedKind::Missile if weapon.has(WeaponProperty::Slings) => Missile::Stone,
        RangedKind::Missile => Missile::Arrow,
    })
}

fn of_damage(hurt: &AppliedDamage, stage: Stage<'_>) -> Cues {
    let harms = hurt.wounds > 0 || hurt.fatigue > 0;
    let kind = if harms { CueKind::Hit } else { CueKind::Block };
    let cue = Cue::new(kind, hurt.target);
    let mut cues = Cues::from_iter([if hurt.by == hurt.target { cue } else { cue.with(hurt.by) }]);
    // A spell with an attack has flown to its target.
    let does = stage.rules.actions.get(hurt.action).map(|action| &action.does);
    if matches!(does, Some(Does::Cast(spell)) if spell.attack.is_none()) {
        cues.push(Cue::new(CueKind::Enchant, hurt.target));
    }
    cues
}

pub(super) fn plugin(app: &mut App) {
    let ready = resource_exists::<ShownBattle>.and_then(resource_exists::<Layout>);
    app.add_message::<Cue>().add_systems(Update, give.in_set(FrameSystems::Battle).after(RunBattle).run_if(ready));
}

/// Gives the cues of the facts of this frame, as far as the players at the window know of them. Facts shown at once give none.
fn give(
    mut shown: MessageReader<ShownFact>,
    (battle, fog, playback): (Res<ShownBattle>, Res<FogOfWar>, Res<Playback>),
    mut cues: MessageWriter<Cue>,
) {
    for fact in shown.read().filter(|fact| fog.hears(&fact.secret, &[])) {
        if playback.pace().is_some() {
            let stage = Stage { view: battle.whole_view(), rules: battle.rules() };
            cues.write_batch(cues_of(&fact.event, stage).into_iter().filter_map(|cue| as_known(cue, &fog)));
        }
    }
}

/// A cue without what the players at the window do not know.
fn as_known(cue: Cue, fog: &FogOfWar) -> Option<Cue> {
    let unknown = matches!(cue.other, Some(CueEnd::Unit(other)) if !fog.knows(other));
    let cue = if unknown { Cue { other: None, ..cue } } else { cue };
    let needs_end = matches!(cue.kind, CueKind::Declared(_) | CueKind::Strike | CueKind::Shot { .. });
    (fog.knows(cue.who) && !(needs_end && cue.other.is_none())).then_some(cue)
}
