//! Thin ice: load and damage (Fragments: TA-174 to TA-177, TA-G39, TA-G42, TA-G47).

use crate::battle::{CombatantId, Ice, View};
use crate::content::{Breakdown, DamageTypes, IcePolicy, Label};
use crate::grid::Cell;
use crate::mechanics::{Game, height, items};

/// Bulk of a combatant including its equipment (TA-G42).
pub fn bulk(view: View<'_>, policy: &IcePolicy, id: CombatantId) -> u16 {
    let row = view.row(id);
    let fitting = policy.bodies.iter().filter(|known| known.size <= row.sheet.size).max_by_key(|known| known.size);
    let body = fitting.or(policy.bodies.iter().min_by_key(|known| known.size)).map_or(0, |known| known.bulk);
    let weapons = items::weapons(view, id).len();
    let things = weapons + usize::from(row.arms.shield) + usize::from(row.sheet.armor.is_some());
    body.saturating_add(u16::try_from(things).unwrap_or(u16::MAX).saturating_mul(policy.thing))
}

/// Load on a cell of ice: for each body standing on it, its bulk divided by its number of cells (TA-174, TA-G42).
pub fn load(view: View<'_>, policy: &IcePolicy, cell: Cell) -> Breakdown {
    let mut load = Breakdown::new();
    for row in view.present().filter(|row| view.altitude(row.id) == 0 && !height::is_leaping(view, row.id)) {
        let body = view.footprint(row.id);
        if body.contains(view.shape(), cell) && height::ground(view, body) == view.board().elevation(cell) {
            let cells = u16::try_from(body.cells(view.shape()).len()).unwrap_or(1).max(1);
            let share = bulk(view, policy, row.id).div_ceil(cells);
            load.add(Label::Base, i16::try_from(share).unwrap_or(i16::MAX), policy.body_rule);
        }
    }
    load
}

/// Bulk that a cell of ice can support (TA-174).
pub fn capacity(policy: &IcePolicy, ice: &Ice) -> u16 {
    policy.bulk.saturating_mul(ice.inches)
}

/// Initial hit points of a cell of ice (TA-175).
pub fn initial_hit_points(policy: &IcePolicy, inches: u16) -> i16 {
    policy.hit_points.saturating_mul(i16::try_from(inches).unwrap_or(i16::MAX))
}

/// The first overloaded cell of ice.
pub fn overloaded(game: Game<'_>) -> Option<&Ice> {
    let policy = game.policies.ice.as_ref().filter(|_| !game.field().weightless)?;
    let bulk = |ice: &&Ice| i32::from(load(game.view, policy, ice.cell).total());
    game.field().ice.iter().find(|ice| bulk(ice) > i32::from(capacity(policy, ice)))
}

/// Damage to ice: doubled for its vulnerability, then reduced by durability (TA-176, TA-177, TA-G39, TA-G47).
pub fn damage(policy: &IcePolicy, dealt: i16, kind: DamageTypes) -> Breakdown {
    let mut sum = Breakdown::of([(Label::Base, dealt.max(0), policy.hit_points_rule)]);
    if kind.meets(policy.vulnerable) {
        sum.add_if(Label::Named("vulnerable".into()), dealt.max(0), policy.vulnerable_rule);
    }
    let off = policy.durability.min(sum.total());
    sum.add_if(Label::Named("durability".into()), -off, policy.durability_rule);
    sum
}
