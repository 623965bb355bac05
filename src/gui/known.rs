//! Fog of war: hidden enemies are not shown to the sides they hide from, and unnoticed ones are never mentioned.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::hud::Handover;
use super::playback;
use super::screens::Screen;
use super::session::{ReplayView, Seat, Session};
use crate::battle::{CombatantId, Detection, PairRelation, Side, View};
use crate::ecs::{BattleStep, BattleSystems, ShownBattle};
use crate::grid::Footprint;
use crate::mechanics::{Game, sight};
use crate::narration::about;
use crate::resolution::event::BattleEvent;
use crate::rules::Ruleset;

/// Knowledge of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SideKnowledge {
    /// Enemies that hide from all of it.
    unknown: Vec<CombatantId>,
    /// Hidden enemies that it has not noticed.
    unnoticed: Vec<CombatantId>,
    /// Where it last saw each enemy.
    last_seen: BTreeMap<CombatantId, Footprint>,
}

impl SideKnowledge {
    /// Updates the knowledge of a side; it remembers where it last saw each enemy.
    fn look(&mut self, view: View<'_>, rules: &Ruleset, side: Side) {
        let game = Game::new(view, rules.book());
        let unknown = sight::unknown_to(game, side);
        let present = || view.enemies_of(side).map(|row| row.id);
        self.unknown = present().filter(|id| unknown.has(*id)).collect();
        let unseen = |who: CombatantId, by| sight::visibility(game, by, who) == Detection::Undetected;
        let by_none = |who: &CombatantId| {
            let watching = sight::observers(game, *who);
            watching.filter(|by| view.row(*by).side == side).all(|by| unseen(*who, by))
        };
        self.unnoticed = self.unknown.iter().copied().filter(by_none).collect();
        let seen = present().filter(|id| !unknown.has(*id));
        self.last_seen.extend(seen.map(|id| (id, view.footprint(id))));
        self.last_seen.retain(|id, _| !self.unnoticed.contains(id));
    }
}

/// Knowledge of every side after the last shown fact.
#[derive(Resource, Default, Debug)]
pub struct Knowledge(Vec<SideKnowledge>);

/// Updates the knowledge of every side after a fact. Returns the enemy sides that must not learn of the fact: those that do not
/// know where its actor is, neither before nor after it, and all of them if the fact is that a combatant became undetected.
pub fn update(world: &mut World, event: &BattleEvent) -> Vec<Side> {
    let Some(session) = world.get_resource::<Session>() else { return Vec::new() };
    let (rules, sides) = (session.opening.setup.rules.clone(), session.opening.setup.sides.len());
    let Some(policy) = &rules.policies.sight else { return Vec::new() };
    let actor = about(event).first().copied();
    let mut secret = Vec::new();
    world.resource_scope(|world, mut knowledge: Mut<Knowledge>| {
        knowledge.0.resize_with(sides, SideKnowledge::default);
        let view = world.resource::<ShownBattle>().whole_view();
        for (side, known) in (0..).map(Side).zip(&mut knowledge.0) {
            let knows = |known: &SideKnowledge| actor.is_none_or(|actor| !known.unknown.contains(&actor));
            let before = knows(known);
            known.look(view, &rules, side);
            let undetected = PairRelation::Has(policy.undetected);
            let unnoticed = matches!(event, BattleEvent::PairFactBegan { fact, .. } if fact.slant == undetected);
            let enemy = actor.is_some_and(|actor| view.row(actor).side != side);
            if enemy && ((!before && !knows(known)) || unnoticed) {
                secret.push(side);
            }
        }
    });
    secret
}

/// The sides whose players are at the window, and their knowledge. Without any such side, everything is shown.
#[derive(Resource, Default, Clone, Debug, PartialEq, Eq)]
pub struct FogOfWar {
    sides: Vec<Side>,
    known: SideKnowledge,
}

impl FogOfWar {
    /// Whether the players at the window command a side.
    pub fn commands(&self, side: Side) -> bool {
        self.sides.contains(&side)
    }

    /// Whether the players at the window know where a combatant is.
    pub fn knows(&self, who: CombatantId) -> bool {
        !self.known.unknown.contains(&who)
    }

    /// Whether the players at the window know that a combatant exists at all.
    pub fn notices(&self, who: CombatantId) -> bool {
        !self.known.unnoticed.contains(&who)
    }

    /// Whether the players at the window learn of a fact that is secret from some sides and concerns these combatants.
    pub fn hears(&self, secret: &[Side], about: &[CombatantId]) -> bool {
        !self.sides.iter().any(|side| secret.contains(side)) && about.iter().all(|who| self.notices(*who))
    }

    /// Hidden enemies that were noticed, each with the cells where it was last seen.
    pub fn hiding(&self) -> impl Iterator<Item = (CombatantId, Option<Footprint>)> + '_ {
        let noticed = self.known.unknown.iter().copied().filter(|who| self.notices(*who));
        noticed.map(|who| (who, self.known.last_seen.get(&who).copied()))
    }

    /// Where a combatant is as far as the players at the window know: where it was last seen, if it hides.
    pub fn place(&self, view: View<'_>, who: CombatantId) -> Option<Footprint> {
        if self.knows(who) { Some(view.footprint(who)) } else { self.known.last_seen.get(&who).copied() }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Knowledge>().init_resource::<FogOfWar>().add_systems(
        BattleStep,
        watch
            .in_set(BattleSystems::Show)
            .after(playback::play)
            .run_if(in_state(Screen::Battle))
            .run_if(resource_exists::<Session>)
            .run_if(resource_exists::<ShownBattle>),
    );
}

/// Shows the battle as the side at the window, or the chosen side of a replay, knows it. While several sides share the window and none is chosen, nothing
/// is shown that is hidden from any of them.
pub fn watch(
    session: Res<Session>,
    knowledge: Res<Knowledge>,
    (handover, replay): (Option<Res<Handover>>, Option<Res<ReplayView>>),
    mut battle: ResMut<ShownBattle>,
    mut fog: ResMut<FogOfWar>,
) {
    let handed = handover.as_ref().is_some_and(|handover| handover.is_changed());
    let watched = replay.as_ref().is_some_and(|view| view.is_changed());
    if !(session.is_added() || knowledge.is_changed() || battle.is_changed() || handed || watched) {
        return;
    }
    let sides = (0..session.opening.setup.sides.len() as u8).map(Side);
    let people: Vec<Side> = sides.filter(|side| session.seat(*side) == Seat::Human).collect();
    let holder = handover.and_then(|handover| handover.holder).filter(|side| people.contains(side));
    let sides = match replay {
        Some(view) => Vec::from_iter(view.viewer),
        None => holder.map_or(people, |side| vec![side]),
    };
    let mut known = SideKnowledge::default();
    for one in sides.iter().filter_map(|side| knowledge.0.get(usize::from(side.0))) {
        known.unknown.extend(&one.unknown);
        known.unnoticed.extend(&one.unnoticed);
        known.last_seen.extend(&one.last_seen);
    }
    if battle.concealed() != known.unknown {
        battle.conceal(known.unknown.clone());
    }
    fog.set_if_neq(FogOfWar { sides, known });
}
