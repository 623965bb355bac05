//! What whoever sits at the window may know: where enemies hide is kept from the sides they hide from, and that somebody
//! is there at all from those who have not noticed it.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::hud::Handover;
use super::playback;
use super::screens::Screen;
use super::session::{Seat, Session};
use crate::battle::{CombatantId, Detection, PairRelation, Side, Snapshot, View};
use crate::ecs::{BattleStep, BattleSystems, ShownBattle};
use crate::grid::Footprint;
use crate::mechanics::sight;
use crate::narration::about;
use crate::resolution::event::BattleEvent;
use crate::rules::Ruleset;

/// What one side knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ken {
    /// Enemies that hide from all of it.
    unknown: Vec<CombatantId>,
    /// Those of them it has never noticed.
    unnoticed: Vec<CombatantId>,
    /// Where it last saw each enemy.
    last_seen: BTreeMap<CombatantId, Footprint>,
}

impl Ken {
    /// What a side knows now, who remembers what it saw before.
    fn look(&mut self, view: View<'_>, rules: &Ruleset, side: Side) {
        let known = sight::known_to(view, rules.book(), side);
        let present = || view.enemies_of(side).map(|row| row.id);
        self.unknown = present().filter(|id| !known.knows(*id)).collect();
        let unseen = |who: CombatantId, by| sight::visibility(view, rules.book(), by, who) == Detection::Undetected;
        let by_none = |who: &CombatantId| {
            let watching = sight::observers(view, rules.book(), *who);
            watching.filter(|by| view.row(*by).side == side).all(|by| unseen(*who, by))
        };
        self.unnoticed = self.unknown.iter().copied().filter(by_none).collect();
        let seen = present().filter(|id| known.knows(*id));
        self.last_seen.extend(seen.map(|id| (id, view.footprint(id))));
        self.last_seen.retain(|id, _| !self.unnoticed.contains(id));
    }
}

/// What every side knew after the last fact that was shown.
#[derive(Resource, Default, Debug)]
pub struct Lore(Vec<Ken>);

/// Notes what a fact that was just applied changes for every side; gives the sides that must not hear of it: those who
/// knew before and after it nothing of the one who did it.
pub fn witness(world: &mut World, event: &BattleEvent) -> Vec<Side> {
    let Some(session) = world.get_resource::<Session>() else { return Vec::new() };
    let (rules, sides) = (session.opening.setup.rules.clone(), session.opening.setup.sides.len());
    let Some(policy) = &rules.policies.sight else { return Vec::new() };
    let doer = about(event).first().copied();
    let mut secret = Vec::new();
    world.resource_scope(|world, mut lore: Mut<Lore>| {
        lore.0.resize_with(sides, Ken::default);
        let view = world.resource::<ShownBattle>().whole_view();
        for (side, ken) in (0..).map(Side).zip(&mut lore.0) {
            let knew = |ken: &Ken| doer.is_none_or(|doer| !ken.unknown.contains(&doer));
            let before = knew(ken);
            ken.look(view, &rules, side);
            let unnoticed = match event {
                BattleEvent::PairFactBegan { fact, .. } => fact.slant == PairRelation::Has(policy.undetected),
                _ => false,
            };
            let enemy = doer.is_some_and(|doer| view.row(doer).side != side);
            if enemy && ((!before && !knew(ken)) || unnoticed) {
                secret.push(side);
            }
        }
    });
    secret
}

/// Whose eyes look at the window, and what is kept from them. With nobody's, everything is shown.
#[derive(Resource, Default, Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    eyes: Vec<Side>,
    ken: Ken,
}

impl Watch {
    /// The battle as they know it.
    pub fn view<'a>(&self, snapshot: &'a Snapshot) -> View<'a> {
        snapshot.view().without(self.ken.unknown.iter().copied())
    }

    /// Whether the orders of a side are theirs to see and to give.
    pub fn commands(&self, side: Side) -> bool {
        self.eyes.contains(&side)
    }

    /// Whether they know where a combatant is.
    pub fn knows(&self, who: CombatantId) -> bool {
        !self.ken.unknown.contains(&who)
    }

    /// Whether they know that a combatant is there at all.
    pub fn notices(&self, who: CombatantId) -> bool {
        !self.ken.unnoticed.contains(&who)
    }

    /// Whether they hear of a fact that is secret from these sides, about these.
    pub fn hears(&self, secret: &[Side], about: &[CombatantId]) -> bool {
        !self.eyes.iter().any(|side| secret.contains(side)) && about.iter().all(|who| self.notices(*who))
    }

    /// Enemies who hide somewhere, with the place where they were last seen.
    pub fn hiding(&self) -> impl Iterator<Item = (CombatantId, Option<Footprint>)> + '_ {
        let noticed = self.ken.unknown.iter().copied().filter(|who| self.notices(*who));
        noticed.map(|who| (who, self.ken.last_seen.get(&who).copied()))
    }

    /// Where a combatant is as far as they know: where it was last seen, if it hides.
    pub fn place(&self, view: View<'_>, who: CombatantId) -> Option<Footprint> {
        if self.knows(who) { Some(view.footprint(who)) } else { self.ken.last_seen.get(&who).copied() }
    }
}

/// Keeps what sides know.
pub fn plugin(app: &mut App) {
    app.init_resource::<Lore>().init_resource::<Watch>().add_systems(
        BattleStep,
        watch
            .in_set(BattleSystems::Show)
            .after(playback::play)
            .run_if(in_state(Screen::Battle))
            .run_if(resource_exists::<Session>)
            .run_if(resource_exists::<ShownBattle>),
    );
}

/// Looks with the eyes of the side that sits at the window; where several share it and none has sat down yet, as far as
/// all of them may see.
pub fn watch(
    session: Res<Session>,
    lore: Res<Lore>,
    handover: Option<Res<Handover>>,
    mut battle: ResMut<ShownBattle>,
    mut watch: ResMut<Watch>,
) {
    let handed = handover.as_ref().is_some_and(|handover| handover.is_changed());
    if !(session.is_added() || lore.is_changed() || battle.is_changed() || handed) {
        return;
    }
    let sides = (0..session.opening.setup.sides.len() as u8).map(Side);
    let people: Vec<Side> = sides.filter(|side| session.seat(*side) == Seat::Human).collect();
    let holder = handover.and_then(|handover| handover.holder()).filter(|side| people.contains(side));
    let eyes = holder.map_or(people, |side| vec![side]);
    let mut ken = Ken::default();
    for known in eyes.iter().filter_map(|side| lore.0.get(usize::from(side.0))) {
        ken.unknown.extend(&known.unknown);
        ken.unnoticed.extend(&known.unnoticed);
        ken.last_seen.extend(&known.last_seen);
    }
    if battle.concealed() != ken.unknown {
        battle.conceal(ken.unknown.clone());
    }
    watch.set_if_neq(Watch { eyes, ken });
}
