//! Whether the target of an act is valid.

use super::ability::Proposal;
use crate::battle::{CombatantId, Detection, Facing, Row, ThingRef};
use crate::content::{Against, Aim, Does, Effect, HealthModel, Name, Refusal};
use crate::grid::{Cell, adjacent};
use crate::mechanics::{affliction, objects, sight, status, terrain};
use crate::resolution::act::{Act, Occasion, Target};

impl Proposal<'_> {
    /// Whether the target is of the right kind and can be reached in principle.
    pub(super) fn aimed(&self, act: &Act) -> Result<(), Refusal> {
        match (self.action.aim, &act.target) {
            (_, Target::Cast(casting)) => match &self.action.does {
                Does::Cast(spell) => self.may_cast(spell, act, casting),
                _ => Err(self.wrong_aim()),
            },
            (_, _) if matches!(self.action.does, Does::Cast(_)) => Err(self.wrong_aim()),
            (_, Target::Thing(thing)) if self.action.aims_at_things() => self.at_thing(*thing),
            (Aim::Spell, Target::Spell(id)) => self.at_own_spell(*id),
            (Aim::Known, Target::Known(spell)) => self.may_prepare(*spell),
            (Aim::Own, Target::Own) | (Aim::Path, Target::Path(_) | Target::Flight { .. }) => Ok(()),
            (Aim::Enemy | Aim::Ally | Aim::Friend | Aim::Patient | Aim::Other, at) => self.at_combatant_or_guess(at),
            (Aim::Door, Target::Cell(cell)) => self.at_door(*cell),
            (Aim::Ground, Target::Cell(cell)) => self.at_ground(*cell),
            (Aim::Facing, Target::Facing(facing)) => self.at_facing(*facing),
            (Aim::CarriedWeapon, Target::Weapon(slot)) => self.at_carried(*slot),
            (Aim::GroundWeapon, Target::Weapon(slot)) => self.at_lost(*slot),
            (Aim::GroundWeapon, Target::Found(weapon)) => self.at_found(*weapon),
            (Aim::Ready, Target::Ready(readied)) => self.may_ready(readied),
            (Aim::Charge, Target::Charge { at, .. }) => self.at_combatant_or_guess(&Target::Combatant(*at)),
            _ => Err(self.wrong_aim()),
        }
    }

    pub(super) fn wrong_aim(&self) -> Refusal {
        let what = match self.action.aim {
            Aim::Own => "yourself only",
            Aim::Enemy if self.action.at_things => "an enemy or an object",
            Aim::Enemy => "an enemy",
            Aim::Ally => "a friend",
            Aim::Friend => "a friend or yourself",
            Aim::Patient => "yourself, a friend or a helpless enemy",
            Aim::Other => "another combatant",
            Aim::Path => "a path",
            Aim::Door => "a door",
            Aim::Ground => "breakable ground",
            Aim::Facing => "a facing",
            Aim::CarriedWeapon => "a carried weapon",
            Aim::GroundWeapon => "a weapon on the ground",
            Aim::Ready => "an action and its trigger",
            Aim::Point => "a place",
            Aim::Spell => "your own active spell",
            Aim::Known => "a known spell",
            Aim::Charge => "a straight path at an enemy",
            Aim::Thing => "an object",
        };
        self.refusal(format!("{} needs {what} as its target", self.action.name))
    }

    fn at_door(&self, cell: Cell) -> Result<(), Refusal> {
        let game = self.game;
        self.require(game.field().door(cell).is_some(), "there is no door")?;
        let near = adjacent(game.shape(), game.footprint(self.who), cell.into());
        self.require(near, "the door is out of reach")?;
        let moves = self.action.moves_door().map_or(Ok(()), |open| terrain::may_move_door(game.view, cell, open));
        moves.map_err(|why| self.refusal(why))
    }

    /// Whether an act may name this part of the body, or the level of this wound.
    pub(super) fn at_part(&self, act: &Act, part: Name) -> Result<(), Refusal> {
        let target = act.aimed_at();
        if self.action.has_effect(|does| matches!(does, Effect::Treat { .. })) {
            let row = self.game.row(target.unwrap_or(self.who));
            let held = affliction::treated(self.game.conditions, row, Some(part));
            return self.require(held.is_some(), "the target has no such affliction");
        }
        match &self.game.policies.consciousness.collapse {
            HealthModel::Parts(body) if self.action.at_parts && target.is_some() => {
                self.require(body.aimed(part).is_some(), "attacks cannot be aimed at that part of the body")
            }
            HealthModel::Parts(body)
                if self.action.has_effect(|does| matches!(does, Effect::HealPart { part: None, .. })) =>
            {
                self.require(body.parts.iter().any(|known| known.id == part), "there is no such part of the body")
            }
            HealthModel::Slots(wounds) if self.action.has_effect(|does| matches!(does, Effect::HealWound { .. })) => {
                let level = wounds.levels.iter().position(|level| level.id == part);
                let track = self.game.row(target.unwrap_or(self.who)).vitals.wounds;
                let has = level.is_some_and(|level| track.filled[level] > 0);
                self.require(has, "the target has no such wound")
            }
            _ => Err(self.refusal("names no part of the body")),
        }
    }

    /// Whether there is such an object, and the action can do anything to it.
    fn at_thing(&self, thing: ThingRef) -> Result<(), Refusal> {
        let Some(object) = objects::find(self.game, thing) else { return Err(self.refusal("there is no such object")) };
        let forced = self.action.check().is_some_and(|check| check.against == Against::Force);
        let breaks = !forced || object.force.is_some();
        if breaks { Ok(()) } else { Err(Refusal::new("cannot be broken by force", object.rule)) }
    }

    fn at_ground(&self, cell: Cell) -> Result<(), Refusal> {
        let (game, body) = (self.game, self.game.footprint(self.who));
        let known = game.policies.ice.is_some() && game.field().ice.iter().any(|ice| ice.cell == cell);
        self.require(known, "there is nothing to break")?;
        let near = body.contains(game.shape(), cell) || adjacent(game.shape(), body, cell.into());
        self.require(near, "out of reach")
    }

    fn at_facing(&self, facing: Facing) -> Result<(), Refusal> {
        let known = match facing {
            Facing::AllAround => true,
            Facing::Direction(direction) => self.game.shape().directions().any(|known| known.0 == direction),
            Facing::Towards(other) => {
                let own = self.game.row(self.who).side;
                self.game.find(other).is_some_and(|row| !row.gone && row.side != own)
            }
        };
        self.require(known, "there is no such facing")
    }

    /// Whether the target is a combatant of the right kind, at a known or guessed position.
    pub(super) fn at_combatant_or_guess(&self, at: &Target) -> Result<(), Refusal> {
        match (self.action.aim, at) {
            (_, Target::Combatant(target)) => {
                self.at_combatant(*target)?;
                self.placed(*target)
            }
            // Never declared, but checked again before the roll.
            (_, Target::Redirected { who, .. }) if self.occasion == Occasion::Free => {
                self.require(self.game.find(*who).is_some_and(|row| !row.gone), "the target is gone")
            }
            (Aim::Enemy, Target::Guess { who: target, cell }) => {
                self.at_combatant(*target)?;
                self.guessed(*target, *cell)
            }
            _ => Err(self.wrong_aim()),
        }
    }

    fn at_combatant(&self, target: CombatantId) -> Result<(), Refusal> {
        let Some(row) = self.game.find(target).filter(|row| !row.gone) else {
            return Err(self.refusal("the target is gone"));
        };
        let enemy = row.side != self.game.row(self.who).side;
        let own = target == self.who && !matches!(self.action.aim, Aim::Friend | Aim::Patient);
        let helpless = || self.action.aim == Aim::Patient && status::is_helpless(self.game, target);
        let right =
            self.action.aim == Aim::Other || enemy == matches!(self.action.aim, Aim::Enemy | Aim::Charge) || helpless();
        if own || !right {
            return Err(self.wrong_aim());
        }
        if self.action.does == Does::Delay { self.may_follow(row) } else { Ok(()) }
    }

    /// Whether a delayed turn can follow that of a combatant, which has yet to act in this round (FS-027, FS-G09).
    fn may_follow(&self, row: &Row) -> Result<(), Refusal> {
        let (round, turn) = (self.game.view.count(), &row.turn_state);
        let leader = |who: &CombatantId| self.game.row(*who).turn_state.follows;
        let mut leaders = std::iter::successors(turn.follows, leader).take(self.game.view.rows().len());
        let why = match () {
            () if turn.commander.is_some() => "the target acts on its commander's turn",
            () if !turn.is_to_act(round) && turn.started == round => "the target has already acted in this round",
            () if !turn.is_to_act(round) => "the target has no turn in this round",
            () if !status::is_conscious(self.game, row.id) => "the target cannot act",
            () if leaders.any(|who| who == self.who) => "the target waits for you",
            () => return Ok(()),
        };
        let delay = self.game.policies.turn.in_rounds().and_then(|turns| turns.delay);
        let rule = delay.map_or(self.action.rule, |delay| delay.rule);
        Err(Refusal::new(why, rule))
    }

    /// Whether the actor knows where its target is.
    fn placed(&self, target: CombatantId) -> Result<(), Refusal> {
        let policy = self.game.policies.sight.as_ref();
        match policy.filter(|policy| sight::is_hidden(self.game.view, policy, target, self.who)) {
            Some(policy) => Err(Refusal::new("the target's position is unknown: guess a space", policy.guess_rule)),
            None => Ok(()),
        }
    }

    /// Whether the position of a target may be guessed: it is known to be there, but not where.
    fn guessed(&self, target: CombatantId, cell: Cell) -> Result<(), Refusal> {
        let policies = self.game.policies;
        let Some(policy) = &policies.sight else {
            return Err(Refusal::new("there is no hiding under these rules", policies.board.rule));
        };
        let why = match sight::visibility(self.game, self.who, target) {
            Detection::Hidden if self.game.board().contains(cell) => return Ok(()),
            Detection::Hidden => "there is no such space",
            Detection::Undetected => "the target is unknown",
            Detection::Seen | Detection::Concealed => "the target's position is known",
        };
        Err(Refusal::new(why, policy.guess_rule))
    }
}
