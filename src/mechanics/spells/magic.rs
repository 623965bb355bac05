//! Spells paid for with energy: range, area, duration and targets (Fragments: TA-050, TA-067).

use smallvec::SmallVec;

use crate::battle::{Act, CombatantId, Target, View, WeaponSlot};
use crate::content::{Components, MagicPolicy, Name, Pays, Spell, Stat};
use crate::grid::{Cell, Footprint, burst_around, distance};
use crate::mechanics::attack::Mode;
use crate::mechanics::{Game, cover, height, line, reach};

/// Entry `step` of a table; the last entry for all higher steps.
fn step(table: &[u16], step: u8) -> u16 {
    table.get(usize::from(step)).or(table.last()).copied().unwrap_or(0)
}

/// Range of a spell in the board's unit. Without range energy it is the caster's natural reach.
pub fn range(view: View<'_>, policy: &MagicPolicy, caster: CombatantId, energy: Components) -> u16 {
    match energy.range {
        0 => view.row(caster).sheet.reach,
        more => step(&policy.range, more),
    }
}

/// Radius of a spell in the board's unit; 0 for a single target.
pub fn radius(policy: &MagicPolicy, energy: Components) -> u16 {
    step(&policy.area, energy.area)
}

/// Duration in rounds, or in counts where turns are counted; 0 for instantaneous spells.
pub fn rounds(policy: &MagicPolicy, energy: Components) -> u16 {
    step(&policy.duration, energy.duration)
}

/// Whether the target of a spell is in range and not behind a wall.
pub fn reaches(game: Game<'_>, caster: CombatantId, energy: Components, at: &Target) -> bool {
    let Some(policy) = &game.policies.magic else { return false };
    let to = match at {
        Target::Combatant(target) | Target::Guess { who: target, .. } => game.footprint(*target),
        Target::Cell(cell) => Footprint::from(*cell),
        _ => return true,
    };
    in_range(game, policy, (caster, energy), at) && line::has_line(game, game.footprint(caster), to)
}

/// Whether a combatant is a legal target of an attack spell although it is behind a wall: it is in range, and attacks on targets
/// behind full cover fail instead of being refused (FS-056, FS-122).
pub fn may_miss(game: Game<'_>, caster: CombatantId, energy: Components, at: &Target) -> bool {
    let Some(policy) = &game.policies.magic else { return false };
    let fails = cover::missing_rule(game, Mode::Spell).is_some() && game.policies.attack.cover.unseen_rule().is_none();
    matches!(at, Target::Combatant(_)) && fails && in_range(game, policy, (caster, energy), at)
}

fn in_range(game: Game<'_>, policy: &MagicPolicy, (caster, energy): (CombatantId, Components), at: &Target) -> bool {
    distance_to(game, caster, at) <= u32::from(range(game.view, policy, caster, energy))
}

/// Distance from a caster to a target, in the board's unit.
pub fn distance_to(game: Game<'_>, caster: CombatantId, at: &Target) -> u32 {
    let cells = match at {
        Target::Combatant(target) | Target::Guess { who: target, .. } => reach::distance_between(game, caster, *target),
        Target::Cell(cell) => cells_from(game, caster, *cell),
        _ => 0,
    };
    u32::from(cells) * u32::from(game.policies.board.cell)
}

fn cells_from(game: Game<'_>, body: CombatantId, place: Cell) -> u16 {
    let along = distance(game.shape(), game.policies.board.distance, game.footprint(body), place.into());
    along.max(height::cells_above(game, body, place.into()))
}

/// The combatants affected by a spell: its target, or all in its area that are not behind a wall, seen from the centre.
pub fn targets(game: Game<'_>, act: &Act) -> SmallVec<[CombatantId; 4]> {
    let (Some(policy), Target::Cast(casting)) = (&game.policies.magic, &act.target) else { return SmallVec::new() };
    let Target::Cell(middle) = casting.at else { return act.aimed_at().into_iter().collect() };
    let cells = reach::cells(game.book(), radius(policy, casting.energy));
    let within = |id: CombatantId| {
        cells_from(game, id, middle) <= cells && line::has_line(game, middle.into(), game.footprint(id))
    };
    game.present().map(|row| row.id).filter(|id| within(*id)).collect()
}

/// The cells affected by an area spell, excluding cells behind walls as seen from the centre. Empty for single targets.
pub fn area(game: Game<'_>, act: &Act) -> Vec<Cell> {
    let (Some(policy), Some(middle), Some(energy)) = (&game.policies.magic, origin(act), act.energy()) else {
        return Vec::new();
    };
    let cells = reach::cells(game.book(), radius(policy, energy));
    let around = burst_around(game.board(), game.policies.board.distance, middle.into(), cells);
    around.into_iter().filter(|cell| line::has_line(game, middle.into(), (*cell).into())).collect()
}

/// The cells that a spell with this energy can target.
pub fn within_range(game: Game<'_>, caster: CombatantId, energy: Components) -> Vec<Cell> {
    let Some(policy) = &game.policies.magic else { return Vec::new() };
    let cells = reach::cells(game.book(), range(game.view, policy, caster, energy));
    let near = burst_around(game.board(), game.policies.board.distance, game.footprint(caster), cells);
    near.into_iter().filter(|cell| reaches(game, caster, energy, &Target::Cell(*cell))).collect()
}

/// Centre of an area spell.
pub fn origin(act: &Act) -> Option<Cell> {
    let Target::Cast(casting) = &act.target else { return None };
    let Target::Cell(cell) = casting.at else { return None };
    Some(cell)
}

/// Energy of a spell cast from an item in hand (TA-050, TA-067).
pub fn item_energy(view: View<'_>, caster: CombatantId, spell: Name) -> Option<Components> {
    let row = view.row(caster);
    row.arms.in_hand().filter_map(|slot| row.sheet.weapon(slot)).find_map(|entry| entry.weapon.casts(spell))
}

/// The item in hand with which a combatant casts a spell that it does not know (TA-050, TA-067).
pub fn casting_item(view: View<'_>, caster: CombatantId, spell: Name) -> Option<WeaponSlot> {
    let row = view.row(caster);
    let casts = |slot: &WeaponSlot| row.sheet.weapon(*slot).is_some_and(|entry| entry.weapon.casts(spell).is_some());
    row.arms.in_hand().find(casts).filter(|_| !row.sheet.spells.contains(&spell))
}

/// The greatest energy that a caster can have: a stat, less the energy invested in its active spells (HD-041, HD-045).
pub fn most_energy(view: View<'_>, caster: CombatantId, pool: Stat) -> i16 {
    let own = view.spells().iter().filter(|spell| spell.caster == caster);
    let invested = own.fold(0i16, |sum, spell| sum.saturating_add(spell.invested));
    view.row(caster).sheet.stat(pool).saturating_sub(invested)
}

/// Default energy over a distance: least sufficient range, some duration, minimum area, and the rest into the effect.
pub fn default_energy(
    view: View<'_>,
    policy: &MagicPolicy,
    who: CombatantId,
    spell: &Spell,
    distance: u32,
) -> Components {
    let (least, most) = (spell.least, spell.most);
    let far = |range: &u8| u32::from(self::range(view, policy, who, Components { range: *range, ..least })) >= distance;
    let range = (least.range..=most.range).find(far).unwrap_or(most.range);
    let duration = least.duration.max(most.duration.min(1));
    let base = Components { range, duration, ..least };
    let spare = match policy.pays {
        Pays::Nothing { .. } => i16::MAX,
        Pays::Energy { .. } | Pays::Fatigue(_) => view.row(who).vitals.energy - base.total(),
    };
    let stronger = u8::try_from(spare.clamp(0, i16::from(most.effect - least.effect))).unwrap_or(0);
    Components { effect: least.effect + stronger, ..base }
}
