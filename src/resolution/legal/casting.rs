//! Which spells may be prepared, cast and controlled.

use super::ability::Proposal;
use crate::battle::{ActiveSpell, Casting, CombatantId, SpellId, Target, View};
use crate::content::{Action, Aim, Components, Controls, Does, Name, Pays, Refusal, Spell};
use crate::mechanics::{Game, incantation, items, magic, zone};
use crate::resolution::act::Act;
use crate::rules::Ruleset;

impl Proposal<'_> {
    /// Whether the actor may prepare a spell: it knows the spell and has not prepared it (TC-443).
    pub(super) fn may_prepare(&self, spell: Name) -> Result<(), Refusal> {
        let row = self.game.row(self.who);
        let castable = self.rules.actions.get(spell).is_some_and(|action| matches!(action.does, Does::Cast(_)));
        if !castable || !row.sheet.spells.contains(&spell) {
            let magic = self.game.policies.magic.as_ref();
            let known_rule = magic.map_or(self.action.rule, |magic| magic.known_rule);
            return Err(Refusal::new("does not know this spell", known_rule));
        }
        let already = row.incanting.ready().is_some_and(|ready| ready.spell == spell);
        self.require(!already, "already has this spell prepared")
    }

    /// Whether the spell has been prepared, if it must be (TC-443).
    fn is_prepared(&self) -> Result<(), Refusal> {
        let Some(policy) = incantation::policy(self.game.book()) else { return Ok(()) };
        match self.game.row(self.who).incanting.ready() {
            Some(ready) if ready.spell == self.action.id => Ok(()),
            _ => Err(Refusal::new("this spell is not prepared", policy.rule)),
        }
    }

    /// Whether the actor may cast a spell: known, paid for, at a valid target in range (TA-050, TA-065).
    pub(super) fn may_cast(&self, spell: &Spell, act: &Act, casting: &Casting) -> Result<(), Refusal> {
        self.may_spend(spell, act, casting.energy)?;
        let game = self.game;
        match (self.action.aim, &casting.at) {
            (Aim::Enemy | Aim::Ally | Aim::Friend, at) => self.at_combatant_or_guess(at)?,
            (Aim::Point, Target::Cell(cell)) if game.board().contains(*cell) => {}
            (Aim::Own, Target::Own) => {}
            _ => return Err(self.wrong_aim()),
        }
        let imagined = Game { view: casting.at.imagined(game.view), ..game };
        let misses = || spell.attack.is_some() && magic::may_miss(imagined, self.who, casting.energy, &casting.at);
        let reaches = magic::reaches(imagined, self.who, casting.energy, &casting.at) || misses();
        self.require(reaches, "out of the spell's range, or behind a wall")?;
        let has_room = |lays| zone::zone_of_spell(game, self.who, act, lays).is_some();
        self.require(spell.lays().is_none_or(has_room), "there is no room")
    }

    /// Whether the actor may spend this much energy on a spell that it knows or reads from a scroll (TC-270).
    pub(super) fn may_spend(&self, spell: &Spell, act: &Act, energy: Components) -> Result<(), Refusal> {
        let Proposal { game, who, action, .. } = *self;
        let Some(policy) = &game.policies.magic else { return Err(self.refusal("these rules have no spells")) };
        let (row, reads) = (game.row(who), items::may_read_scroll(game.view, who, act));
        if !reads && !row.sheet.spells.contains(&action.id) {
            match magic::item_energy(game.view, who, action.id) {
                None => return Err(Refusal::new("does not know this spell", policy.known_rule)),
                Some(given) if given != energy => {
                    return Err(Refusal::new("the item casts it with its own energy", policy.item_rule));
                }
                Some(_) => {}
            }
        }
        if !energy.lies_within(spell.least, spell.most) {
            return Err(Refusal::new("the spell does not allow this much energy", policy.steps_rule));
        }
        let (takes, left) = (energy.total(), row.vitals.energy);
        match policy.pays {
            Pays::Energy { rule, lacking_rule, .. } if takes > left => {
                let word = policy.energy_word();
                Err(Refusal::new(format!("needs {takes} {word}, {left} left"), lacking_rule.unwrap_or(rule)))
            }
            Pays::Fatigue(_) if !reads => self.is_prepared(),
            Pays::Energy { .. } | Pays::Fatigue(_) | Pays::Nothing { .. } => Ok(()),
        }
    }

    /// The acts offered for a spell: at every valid combatant, at every enemy's cell, at the caster's cell, and
    /// at every zone.
    pub(super) fn castings(&self, spell: &Spell) -> Vec<Act> {
        let (view, who) = (self.game.view, self.who);
        let enemies = || view.enemies_of(view.row(who).side).map(|row| row.id);
        let friends = || view.friends_of(who).map(|row| row.id);
        let at: Vec<Target> = match self.action.aim {
            Aim::Enemy => enemies().map(Target::Combatant).collect(),
            Aim::Ally => friends().map(Target::Combatant).collect(),
            Aim::Friend => std::iter::once(who).chain(friends()).map(Target::Combatant).collect(),
            Aim::Point => {
                let bodies = enemies().chain([who]).map(|id| view.footprint(id).anchor);
                let places = view.zones().filter_map(|(_, zone)| zone.cells.first().copied());
                bodies.chain(places).map(Target::Cell).collect()
            }
            _ => vec![Target::Own],
        };
        at.into_iter().map(|at| self.usual(spell, at)).collect()
    }

    /// A spell with its usual energy at a target; read from a scroll in hand if not prepared.
    fn usual(&self, spell: &Spell, at: Target) -> Act {
        let Proposal { game, who, action, .. } = *self;
        let (view, id) = (game.view, action.id);
        let distance = magic::distance_to(Game { view: at.imagined(view), ..game }, who, &at);
        let policy = game.policies.magic.as_ref();
        let usual = || policy.map_or(spell.least, |policy| magic::default_energy(view, policy, who, spell, distance));
        let knows = view.row(who).sheet.spells.contains(&id);
        let energy = magic::item_energy(view, who, id).filter(|_| !knows).unwrap_or_else(usual);
        let weapon = items::held_scroll(view, who, id).filter(|_| self.is_prepared().is_err());
        Act { action: id, target: Target::Cast(Box::new(Casting { energy, at })), weapon, part: None }
    }

    /// Whether an active spell is the actor's own and, to control it, may be controlled now.
    pub(super) fn at_own_spell(&self, id: SpellId) -> Result<(), Refusal> {
        match self.game.spell(id).filter(|spell| spell.caster == self.who) {
            Some(spell) if self.action.does == Does::Control => self.may_control(spell),
            Some(_) => Ok(()),
            None => Err(self.refusal("has no such active spell")),
        }
    }

    /// Whether the actor may control its spell now: cast in an earlier turn, not yet controlled in this one, its target
    /// in range (TA-069, TA-072, TA-G14).
    fn may_control(&self, spell: &ActiveSpell) -> Result<(), Refusal> {
        let (game, who) = (self.game, self.who);
        let does = self.rules.actions.get(spell.spell).map(|action| &action.does);
        let controllable = matches!(does, Some(Does::Cast(spell)) if spell.control.is_some());
        let Some(policy) = game.policies.magic.as_ref().filter(|_| controllable) else {
            return Err(self.refusal("that spell cannot be controlled"));
        };
        let turn = game.row(who).turn_state.turns;
        self.require(spell.cast != turn, "was cast this turn")?;
        let now = |spell: &ActiveSpell| spell.caster == who && spell.controlled == Some(turn);
        match policy.controls {
            Controls::EachSpellOnce { rule } if now(spell) => {
                return Err(Refusal::new("was already controlled this turn", rule));
            }
            Controls::OneSpell { rule } if game.spells().iter().any(now) => {
                return Err(Refusal::new("already controlled a spell this turn", rule));
            }
            _ => {}
        }
        let there = spell.target().is_none_or(|target| !game.row(target).gone);
        match there && magic::reaches(game, who, spell.energy, &spell.at) {
            true => Ok(()),
            false => Err(Refusal::new("the spell is out of its range", policy.steps_rule)),
        }
    }
}

/// A spell with its usual energy at a target: enough range, as strong as possible. `None` if the action is no spell.
pub fn usual_casting(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action, at: Target) -> Option<Act> {
    match &action.does {
        Does::Cast(spell) => Some(Proposal::new(view, rules, who, action).usual(spell, at)),
        _ => None,
    }
}
