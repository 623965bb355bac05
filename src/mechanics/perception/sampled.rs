//! Cover by the protected share of a target's body (Fighting Style: FS-116 to FS-123, FS-G33, FS-G34).

use smallvec::SmallVec;

use super::target_cover::TargetCover;
use crate::battle::{CombatantId, Row};
use crate::content::{BodyCover, CoverSampled, CoverShare, Label, Modifier};
use crate::grid::{Board, Cell, CoverGrade, Footprint, SampledBody, SampledLines, SampledSight, sampled_sight};
use crate::mechanics::attack::Mode;
use crate::mechanics::{Game, height};

/// Hundredths of the unit in which the rule system measures lengths.
const PARTS: i32 = 100;

/// A body at which lines are aimed: its space and the height of its feet.
#[derive(Copy, Clone)]
pub(super) struct Aimed {
    pub space: Footprint,
    pub feet: i16,
}

impl Aimed {
    /// A combatant where it is.
    pub fn at(game: Game<'_>, target: CombatantId) -> Aimed {
        Aimed { space: game.footprint(target), feet: height::of(game.view, target) }
    }
}

/// The lines from an observer on a footprint to the points of a target. Without rules for heights everything is level.
pub(super) fn lines(
    game: Game<'_>,
    policy: &CoverSampled,
    (from, looks): (Footprint, Option<CombatantId>),
    target: Aimed,
) -> SampledLines {
    let level = || game.board().is_level() && game.present().all(|row| game.altitude(row.id) == 0);
    let uneven = game.policies.height.is_some() && !level();
    let altitude = || looks.map_or(0, |id| height::altitude_at(game, id, from));
    let base = |feet: i16| if uneven { PARTS * i32::from(feet) } else { 0 };
    let part = |body: Footprint, percent: u8| i32::from(height::tall(game.book(), body)) * i32::from(percent);
    let (low, high) = policy.levels;
    SampledLines {
        from,
        to: target.space,
        points: policy.points,
        eyes: base(height::ground(game.view, from).saturating_add(altitude())) + part(from, policy.eyes),
        levels: [low, high].map(|percent| base(target.feet) + part(target.space, percent)),
        cell: game.policies.board.cell,
        uneven,
    }
}

/// Whether any point of a target can be seen from a footprint. Bodies never hide one another.
pub(super) fn sees(game: Game<'_>, policy: &CoverSampled, from: (Footprint, CombatantId), target: CombatantId) -> bool {
    let lines = lines(game, policy, (from.0, Some(from.1)), Aimed::at(game, target));
    from.0.overlaps(game.shape(), lines.to) || !sampled_sight(game.board(), &lines, &[]).concealed
}

/// Cover of a target against an observer. Of the other combatants only those `between` can give cover (FS-G33).
pub(super) fn cover(
    (game, board, policy): (Game<'_>, &Board, &CoverSampled),
    from: (Footprint, Option<CombatantId>),
    target: Aimed,
    between: impl Fn(&&Row) -> bool,
) -> TargetCover {
    let lines = lines(game, policy, from, target);
    let bodies: SmallVec<[(CombatantId, SampledBody); 8]> = match &policy.bodies {
        Some(bodies) => {
            let body = |row: &Row| (row.id, body(game, bodies, row.id, lines.uneven));
            game.present().filter(&between).map(body).collect()
        }
        None => SmallVec::new(),
    };
    let in_the_way: SmallVec<[SampledBody; 8]> = bodies.iter().map(|(_, body)| *body).collect();
    let sight = sampled_sight(board, &lines, &in_the_way);
    let grade = grade(policy, &sight);
    let covers = |anchor: Cell| bodies.iter().find(|(_, body)| body.space.anchor == anchor).map(|(id, _)| *id);
    TargetCover {
        grade,
        by: sight.by.filter(|_| grade > CoverGrade::None),
        creature: sight.body.filter(|_| grade > CoverGrade::None).and_then(covers),
        seen: grade < CoverGrade::Total,
        protected: Some(sight.percent()),
        ..TargetCover::CLEAR
    }
}

/// A combatant as an obstacle: the lower part of its body.
fn body(game: Game<'_>, policy: &BodyCover, id: CombatantId, uneven: bool) -> SampledBody {
    let space = game.footprint(id);
    let bottom = if uneven { PARTS * i32::from(height::of(game.view, id)) } else { 0 };
    let part = i32::from(height::tall(game.book(), space)) * i32::from(policy.height);
    SampledBody { space, bottom, top: bottom + part }
}

/// The grade of a protected share: low, high and full cover are half, three quarters and total (FS-119, FS-121, FS-123).
fn grade(policy: &CoverSampled, sight: &SampledSight) -> CoverGrade {
    match () {
        () if sight.concealed => CoverGrade::Total,
        () if sight.reaches(policy.high.from) => CoverGrade::ThreeQuarters,
        () if sight.reaches(policy.low.from) => CoverGrade::Half,
        () => CoverGrade::None,
    }
}

/// Whether an attack is made at range, with a weapon or by magic: only then cover counts (FS-116, FS-G33).
pub(super) fn is_at_range(mode: Mode) -> bool {
    match mode {
        Mode::Ranged | Mode::Spell => true,
        Mode::Melee | Mode::Touch => false,
    }
}

/// The share of cover of a grade, and its label.
fn share(policy: &CoverSampled, grade: CoverGrade) -> Option<(Label, &CoverShare)> {
    match grade {
        CoverGrade::None | CoverGrade::Quarter => None,
        CoverGrade::Half => Some((Label::CoverLow, &policy.low)),
        CoverGrade::ThreeQuarters | CoverGrade::NineTenths | CoverGrade::Total => {
            Some((Label::CoverHigh, &policy.high))
        }
    }
}

/// Modifier of an attack on a target with this cover (FS-117, FS-120). Full cover has none: such an attack fails.
pub(super) fn attack_modifier(policy: &CoverSampled, covered: &TargetCover, mode: Mode) -> Option<(Label, Modifier)> {
    let partial = is_at_range(mode) && covered.seen;
    share(policy, covered.grade).filter(|_| partial).map(|(label, share)| (label, share.attack))
}

/// Modifier of a defence that a target with this cover chooses against an attack at range (FS-118, FS-120).
pub(super) fn defence_modifier(policy: &CoverSampled, covered: &TargetCover) -> Option<(Label, Modifier)> {
    share(policy, covered.grade).map(|(label, share)| (label, share.defence))
}
