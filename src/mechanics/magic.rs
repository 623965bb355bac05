//! How far, how wide and how long a spell works, and whom it reaches.

use smallvec::SmallVec;

use super::{cover, height, reach};
use crate::battle::{Act, CombatantId, Target, View};
use crate::content::Name;
use crate::content::policy::{MagicPolicy, Rulebook};
use crate::content::spell::{Components, Spell};
use crate::grid::{Cell, Footprint, burst_around, distance};

/// The number of a step of a table; the last one for every step beyond.
fn step(table: &[u16], step: u8) -> u16 {
    table.get(usize::from(step)).or(table.last()).copied().unwrap_or(0)
}

/// How far a spell goes, in feet: without energy for it as far as its caster reaches.
pub fn range(view: View<'_>, policy: &MagicPolicy, caster: CombatantId, energy: Components) -> u16 {
    match energy.range {
        0 => reach::natural_reach(view, caster),
        more => step(&policy.range, more),
    }
}

/// How far from its middle a spell still works, in feet; 0 where only one is meant.
pub fn radius(policy: &MagicPolicy, energy: Components) -> u16 {
    step(&policy.area, energy.area)
}

/// How many rounds a spell lasts; 0 for one that is over at once.
pub fn rounds(policy: &MagicPolicy, energy: Components) -> u16 {
    step(&policy.duration, energy.duration)
}

/// Whether what a spell is aimed at is near enough for it, and no wall between.
pub fn reaches(view: View<'_>, book: Rulebook<'_>, caster: CombatantId, energy: Components, at: &Target) -> bool {
    let Some(policy) = &book.policies.magic else { return false };
    let to = match at {
        Target::Combatant(target) | Target::Guess { who: target, .. } => view.footprint(*target),
        Target::Cell(cell) => Footprint::from(*cell),
        _ => return true,
    };
    let near = feet_to(view, book, caster, at) <= u32::from(range(view, policy, caster, energy));
    near && cover::has_line(view, book, view.footprint(caster), to)
}

/// How far it is from a caster to what it aims at, in feet.
pub fn feet_to(view: View<'_>, book: Rulebook<'_>, caster: CombatantId, at: &Target) -> u32 {
    let cells = match at {
        Target::Combatant(target) | Target::Guess { who: target, .. } => {
            reach::distance_between(view, book, caster, *target)
        }
        Target::Cell(cell) => cells_from(view, book, caster, *cell),
        _ => 0,
    };
    u32::from(cells) * u32::from(book.policies.board.feet)
}

/// Cells between a body and a place on the ground, the longest axis of it where height is one.
fn cells_from(view: View<'_>, book: Rulebook<'_>, body: CombatantId, place: Cell) -> u16 {
    let along = distance(view.shape(), book.policies.board.distance, view.footprint(body), place.into());
    along.max(height::cells_above(view, book, body, place.into()))
}

/// Everybody a spell works on: the one it is aimed at, or all in its area to whom no wall bars the way from the middle.
pub fn targets(view: View<'_>, book: Rulebook<'_>, act: &Act) -> SmallVec<[CombatantId; 4]> {
    let (Some(policy), Target::Cast(casting)) = (&book.policies.magic, &act.target) else { return SmallVec::new() };
    let Target::Cell(middle) = casting.at else { return act.aimed_at().into_iter().collect() };
    let cells = reach::cells(book, radius(policy, casting.energy));
    let within = |id: CombatantId| {
        cells_from(view, book, id, middle) <= cells && cover::has_line(view, book, middle.into(), view.footprint(id))
    };
    view.present().map(|row| row.id).filter(|id| within(*id)).collect()
}

/// The cells a spell works on: all in its area to which no wall bars the way from the middle; none of a spell that is
/// aimed at somebody.
pub fn area(view: View<'_>, book: Rulebook<'_>, act: &Act) -> Vec<Cell> {
    let (Some(policy), Some(middle), Some(energy)) = (&book.policies.magic, origin(act), act.energy()) else {
        return Vec::new();
    };
    let cells = reach::cells(book, radius(policy, energy));
    let around = burst_around(view.board(), book.policies.board.distance, middle.into(), cells);
    around.into_iter().filter(|cell| cover::has_line(view, book, middle.into(), (*cell).into())).collect()
}

/// The cells at which somebody can cast a spell with so much energy.
pub fn within_range(view: View<'_>, book: Rulebook<'_>, caster: CombatantId, energy: Components) -> Vec<Cell> {
    let Some(policy) = &book.policies.magic else { return Vec::new() };
    let cells = reach::cells(book, range(view, policy, caster, energy));
    let near = burst_around(view.board(), book.policies.board.distance, view.footprint(caster), cells);
    near.into_iter().filter(|cell| reaches(view, book, caster, energy, &Target::Cell(*cell))).collect()
}

/// The middle of a spell that works on an area.
pub fn origin(act: &Act) -> Option<Cell> {
    match &act.target {
        Target::Cast(casting) => match casting.at {
            Target::Cell(cell) => Some(cell),
            _ => None,
        },
        _ => None,
    }
}

/// The energy with which a thing in somebody's hand casts a spell (TA-050, TA-067).
pub fn of_item(view: View<'_>, caster: CombatantId, spell: Name) -> Option<Components> {
    let row = view.row(caster);
    row.arms.in_hand().filter_map(|slot| row.sheet.weapon(slot)).find_map(|entry| entry.weapon.casts(spell))
}

/// How a spell is usually cast over so many feet: just far enough, lasting if it can, no wider than it must be, and all
/// the energy that is left as strong as it may be.
pub fn usual(view: View<'_>, policy: &MagicPolicy, caster: CombatantId, spell: &Spell, feet: u32) -> Components {
    let (least, most) = (spell.least, spell.most);
    let far = |range: &u8| u32::from(self::range(view, policy, caster, Components { range: *range, ..least })) >= feet;
    let range = (least.range..=most.range).find(far).unwrap_or(most.range);
    let duration = least.duration.max(most.duration.min(1));
    let base = Components { range, duration, ..least };
    let spare = view.row(caster).vitals.energy - base.total();
    let stronger = u8::try_from(spare.clamp(0, i16::from(most.effect - least.effect))).unwrap_or(0);
    Components { effect: least.effect + stronger, ..base }
}
