//! The Bevy face of the rules: a schedule that resolves, keeps standing facts, and concludes.

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

use super::resolve::{Battle, resolve};
use crate::battle::{
    self, CombatantId, Flanked, Grappled, InCover, Roster, Snapshot, Threatened, View, Visibility, Visible,
};
use crate::content::policy::Rulebook;
use crate::grid::CoverGrade;
use crate::mechanics::{cover, flanking, reach, sight};

/// One run of this schedule takes the battle on until somebody must be asked.
#[derive(ScheduleLabel, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BattleStep;

/// The order within [`BattleStep`].
#[derive(SystemSet, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum BattleSystems {
    /// Frames run until an answer is needed.
    Resolve,
    /// Standing facts are made true again.
    Standing,
    /// What depends on the battle being over.
    Conclude,
}

/// Adds the rules to an app: components, the [`BattleStep`] schedule and its systems. Works without rendering.
#[derive(Debug, Default)]
pub struct RulesPlugin;

impl Plugin for RulesPlugin {
    fn build(&self, app: &mut App) {
        battle::plugin(app);
        let mut schedule = Schedule::new(BattleStep);
        schedule.set_executor(SingleThreadedExecutor::new());
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            ..ScheduleBuildSettings::default()
        });
        schedule.configure_sets(
            (BattleSystems::Resolve, BattleSystems::Standing, BattleSystems::Conclude)
                .chain()
                .run_if(resource_exists::<Battle>),
        );
        schedule.add_systems((
            resolve_frames.in_set(BattleSystems::Resolve),
            refresh_standing.in_set(BattleSystems::Standing),
        ));
        app.add_schedule(schedule);
    }
}

fn resolve_frames(world: &mut World) {
    resolve(world);
}

/// Makes the standing facts of a world true: the same pure functions' answers, kept. Does nothing if nothing has happened
/// since it last ran.
pub fn refresh_standing(world: &mut World, mut seen: Local<Option<u64>>) {
    let Some(snapshot) = world.get_resource::<Snapshot>() else { return };
    if *seen == Some(snapshot.revision) {
        return;
    }
    *seen = Some(snapshot.revision);
    world.resource_scope(|world, snapshot: Mut<Snapshot>| {
        let Some(rules) = world.get_resource::<Battle>().map(|battle| battle.setup.rules.clone()) else { return };
        let entities: Vec<(CombatantId, Entity)> = world.resource::<Roster>().iter().collect();
        for (who, entity) in entities {
            refresh_one(world, entity, snapshot.view(), rules.book(), who);
        }
    });
}

fn refresh_one(world: &mut World, entity: Entity, view: View<'_>, book: Rulebook<'_>, who: CombatantId) {
    set_if_neq(world, entity, Threatened(threats(view, book, who)));
    set_if_neq(world, entity, Flanked(flanking::flankers(view, book, who)));
    set_if_neq(world, entity, InCover(covers(view, book, who)));
    set_if_neq(world, entity, Visible(seen_by(view, book, who)));
    let by = view.holds_on(who).map(|hold| hold.holder).collect();
    let holding = view.holds_by(who).map(|hold| hold.held).collect();
    set_if_neq(world, entity, Grappled { by, holding });
}

fn set_if_neq<C: Component<Mutability = bevy::ecs::component::Mutable> + PartialEq>(
    world: &mut World,
    entity: Entity,
    value: C,
) {
    if let Some(mut component) = world.get_mut::<C>(entity) {
        component.set_if_neq(value);
    }
}

fn enemies(view: View<'_>, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    let gone = view.row(who).gone;
    view.enemies_of(view.row(who).side).map(|row| row.id).filter(move |_| !gone)
}

fn threats(view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Vec<CombatantId> {
    enemies(view, who).filter(|enemy| reach::threatens(view, book, *enemy, who)).collect()
}

fn covers(view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Vec<(CombatantId, CoverGrade)> {
    let from = |enemy: CombatantId| {
        let covered = cover::cover(view, book, enemy, who);
        let grade = if covered.creature.is_some() { covered.grade.max(CoverGrade::Half) } else { covered.grade };
        (grade > CoverGrade::None).then_some((enemy, grade))
    };
    enemies(view, who).filter_map(from).collect()
}

fn seen_by(view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Vec<(CombatantId, Visibility)> {
    let by = enemies(view, who).map(|enemy| (enemy, sight::visibility(view, book, enemy, who)));
    by.filter(|(_, seen)| *seen > Visibility::Seen).collect()
}
