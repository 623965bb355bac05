//! Objects on the board as targets of attacks: reach, range and cover, their defence, and the damage that they take
//! (PR-075 to PR-107).

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::battle::{CombatantId, ThingRef, WeaponSlot};
use crate::content::policy::PercentOf;
use crate::content::{
    AdvantageTerms, Breakdown, DamagePolicy, DamageShare, ItemMagic, Label, Modifier, Name, ObjectKind, ObjectPolicy,
    ObjectSaves, Policies, Refusal, Rule, Size, StepKind, Trait,
};
use crate::grid::{Board, Cell, distance};
use crate::mechanics::attack::{self, Mode, Placement};
use crate::mechanics::cover::{self, TargetCover};
use crate::mechanics::damage::{self, Hit};
use crate::mechanics::{Game, advantage, height, line, reach};

/// An object as attacks see it.
#[derive(Clone, Debug)]
pub struct Object<'a> {
    /// Its name, or the id of a weapon on the ground.
    pub name: Name,
    /// Its cells.
    pub cells: Cow<'a, [Cell]>,
    /// Its size.
    pub size: Size,
    /// Subtracted from each hit.
    pub hardness: i16,
    /// Its magic.
    pub magic: ItemMagic,
    /// What its magic adds to its hardness.
    hardened: Option<Modifier>,
    /// Hit points left.
    pub left: i16,
    /// Hit points of the undamaged object; those left if they are not known.
    pub most: i16,
    /// The difficulty of breaking it by force, if that is possible.
    pub force: Option<i16>,
    /// Magic that makes that harder.
    seals: &'a [Modifier],
    /// Types of damage that its kind takes less or more of.
    takes: &'a [DamageShare],
    /// Its traits.
    pub traits: &'a [Trait],
    /// Whether cold has made it rigid.
    stiff: bool,
    /// Terrain of its cells without it, if it changes them.
    leaves: Option<u8>,
    /// The rule of its numbers.
    pub rule: Rule,
}

/// The cell of an object that an attacker aims at, and the rest of what depends on it.
#[derive(Clone, Debug)]
pub struct AimedCell<'a> {
    /// The cell.
    pub cell: Cell,
    /// Its distance in the board's unit.
    pub distance: u32,
    /// Whether a line of the attacker leads to it.
    pub seen: bool,
    /// The board without the object.
    board: Cow<'a, Board>,
}

impl Object<'_> {
    /// Whether it has a trait. What is flexible becomes rigid by cold (PR-124).
    pub fn has(&self, quality: Trait) -> bool {
        self.traits.contains(&quality) && !(quality == Trait::Flexible && self.stiff)
    }
}

/// The policy of objects as targets, where there is one.
pub fn policy<'a>(game: Game<'a>) -> Option<&'a ObjectPolicy> {
    game.policies.things.as_ref()?.objects.as_ref()
}

/// All objects that can be attacked: those that scenarios place, then weapons on the ground, each kind once for a cell.
pub fn all(game: Game<'_>) -> Vec<ThingRef> {
    if policy(game).is_none() {
        return Vec::new();
    }
    let field = game.view.field();
    let mut found: Vec<ThingRef> = field.whole_things().map(|(id, _)| ThingRef::Placed(id)).collect();
    for item in &field.items {
        let lying = ThingRef::Lying(item.cell, item.weapon);
        if !found.contains(&lying) {
            found.push(lying);
        }
    }
    found
}

/// An object that is not destroyed; `None` if there is none, or objects are no targets.
pub fn find<'a>(game: Game<'a>, thing: ThingRef) -> Option<Object<'a>> {
    let (things, policy) = (game.policies.things.as_ref()?, policy(game)?);
    let field = game.view.field();
    match thing {
        ThingRef::Placed(id) => {
            let thing = field.thing(id).filter(|thing| !thing.is_gone())?;
            let kind = policy.kind(thing.kind)?;
            Some(Object {
                name: thing.name,
                cells: Cow::Borrowed(&thing.cells),
                size: kind.size,
                hardness: kind.hardness.saturating_sub(thing.softened).max(0),
                magic: kind.magic,
                hardened: things.more_hardness(kind.magic),
                left: thing.left,
                most: whole_points(game.policies, kind),
                force: kind.force,
                seals: &kind.seals,
                takes: &kind.takes,
                traits: &kind.traits,
                stiff: thing.stiff,
                leaves: thing.leaves,
                rule: kind.rule,
            })
        }
        ThingRef::Lying(cell, weapon) => {
            let item = field.items.iter().find(|item| (item.cell, item.weapon) == (cell, weapon))?;
            let left = i16::from(item.durability);
            Some(Object {
                name: weapon,
                cells: Cow::Owned(vec![cell]),
                size: policy.lying,
                hardness: item.hardness.unwrap_or(things.hardness),
                magic: item.magic,
                hardened: things.more_hardness(item.magic),
                left,
                most: left,
                force: None,
                seals: &[],
                takes: &[],
                traits: &[],
                stiff: false,
                leaves: None,
                rule: things.rule,
            })
        }
    }
}

/// The hit points of an undamaged object of a kind (PR-077).
pub fn whole_points(policies: &Policies, kind: &ObjectKind) -> i16 {
    let more = policies.things.as_ref().map_or(0, |things| things.more_hit_points(kind.magic));
    kind.hit_points.saturating_add(more.into())
}

/// The bonus of an object to its saving throws (PR-100).
///
/// # Errors
/// The rule by which it always fails, if it is not magic (PR-101).
pub fn save_bonus(saves: &ObjectSaves, object: &Object<'_>) -> Result<Breakdown, Rule> {
    if !object.magic.is_any() {
        return Err(saves.fails_rule);
    }
    let mut bonus = Breakdown::of([(Label::Base, saves.base, saves.base_rule)]);
    bonus.add_if(Label::Level, i16::from(object.magic.level / saves.levels.max(1)), saves.base_rule);
    Ok(bonus)
}

/// The nearest cell of an object for an attacker; cells to which a line leads come first.
pub fn aimed_cell<'a>(game: Game<'a>, attacker: CombatantId, object: &Object<'_>) -> Option<AimedCell<'a>> {
    let own = game.footprint(attacker);
    let mut board = Cow::Borrowed(game.view.board());
    if let Some(tile) = object.leaves {
        for cell in object.cells.iter() {
            board.to_mut().set_tile(*cell, tile);
        }
    }
    let seen = |cell: Cell| own.contains(game.shape(), cell) || line::has_line_on(game, &board, own, cell.into());
    let apart = |cell: Cell| {
        let along = distance(game.shape(), game.policies.board.distance, own, cell.into());
        let above = if game.policies.height.is_some() { height::cells_above(game, attacker, cell.into()) } else { 0 };
        along.max(above)
    };
    let cells = object.cells.iter().map(|cell| (!seen(*cell), apart(*cell), *cell));
    let (hidden, cells, cell) = cells.min()?;
    let distance = u32::from(cells) * u32::from(game.policies.board.cell);
    Some(AimedCell { cell, distance, seen: !hidden, board })
}

/// The mode of an attack with a weapon on an object: melee in reach, otherwise ranged.
///
/// # Errors
/// If the weapon cannot be used, or the object cannot be reached or seen.
pub fn mode(game: Game<'_>, attacker: CombatantId, slot: WeaponSlot, aimed: &AimedCell<'_>) -> Result<Mode, Refusal> {
    let placed = Placement {
        in_melee: || in_melee_reach(game, attacker, slot, aimed),
        distance: || aimed.distance,
        seen: || aimed.seen,
    };
    attack::mode_at(game, attacker, slot, placed).map_err(|why| why.refusal(game, attacker))
}

/// Whether an object is in melee reach of a weapon and not behind a wall.
pub fn in_melee_reach(game: Game<'_>, attacker: CombatantId, slot: WeaponSlot, aimed: &AimedCell<'_>) -> bool {
    let melee = game.row(attacker).sheet.weapon(slot).is_some_and(|held| held.weapon.melee.is_some());
    melee && aimed.seen && aimed.distance <= reach::melee_reach(game, attacker, slot).into()
}

/// Cover of an object against an attacker.
pub fn cover(game: Game<'_>, attacker: CombatantId, aimed: &AimedCell<'_>) -> TargetCover {
    cover::cover_of_object(game, &aimed.board, attacker, aimed.cell)
}

/// The rule by which an attack on an object fails without a roll, because the object is behind full cover (FS-122).
pub fn automatic_miss(game: Game<'_>, attacker: CombatantId, aimed: &AimedCell<'_>, mode: Mode) -> Option<Rule> {
    cover::missing_rule(game, mode).filter(|_| !cover(game, attacker, aimed).seen)
}

/// Adds the attack bonus with a weapon: its fixed terms, the range penalty, higher ground, cover and the attacker's state.
pub fn add_to_hit(
    game: Game<'_>,
    (attacker, slot): (CombatantId, WeaponSlot),
    aimed: &AimedCell<'_>,
    mode: Mode,
    sum: &mut Breakdown,
) {
    attack::add_weapon_terms_at(game, (attacker, slot), || aimed.distance, mode, sum);
    add_situation(game, attacker, aimed, mode, sum);
}

/// Adds the situational modifiers of any attack on an object.
pub fn add_situation(game: Game<'_>, attacker: CombatantId, aimed: &AimedCell<'_>, mode: Mode, sum: &mut Breakdown) {
    let policy = &game.policies.attack;
    if let Some(higher) = &policy.higher_ground
        && game.board().height_difference(game.footprint(attacker), aimed.cell.into()) >= higher.by
    {
        sum.add_if(Label::HigherGround, higher.bonus.amount, higher.bonus.rule);
    }
    if let Some((label, modifier)) = cover::modifier(&policy.cover, &cover(game, attacker, aimed), mode) {
        sum.add_if(label, modifier.amount, modifier.rule);
    }
    attack::add_own_situation(game, attacker, mode, sum);
}

/// Advantage and disadvantage of an attack on an object.
pub fn edge(
    game: Game<'_>,
    (attacker, slot): (CombatantId, Option<WeaponSlot>),
    aimed: &AimedCell<'_>,
    mode: Mode,
) -> AdvantageTerms {
    let covered = cover(game, attacker, aimed);
    advantage::against_object(game, (attacker, slot), mode, (aimed.distance, &covered))
}

/// The number that an attack on an object must reach (PR-080, PR-088).
pub fn defence(game: Game<'_>, policy: &ObjectPolicy, object: &Object<'_>) -> Breakdown {
    let mut sum = Breakdown::of([(Label::Base, policy.defence, policy.defence_rule)]);
    if let (Some(size), Some(row)) = (&policy.size, game.policies.size(object.size)) {
        sum.add_if(Label::SizeModifier(object.size), row.modifier(size.column), size.rule);
    }
    sum
}

/// The difficulty of breaking an object by force (PR-084, PR-104, PR-105); `None` if that is impossible.
pub fn force(policy: &ObjectPolicy, object: &Object<'_>) -> Option<Breakdown> {
    let mut sum = Breakdown::of([(Label::Base, object.force?, object.rule)]);
    if let Some(seal) = object.seals.iter().max_by_key(|seal| seal.amount) {
        sum.add_if(Label::Named("magic that holds it shut".into()), seal.amount, seal.rule);
    }
    if policy.is_broken(object.left, object.most) {
        sum.add_if(Label::Broken, policy.broken_force, policy.broken_force_rule);
    }
    Some(sum)
}

/// The damage of a hit on an object: the steps of the pipeline that need no target, the part that it takes of these types of
/// damage, and its hardness (PR-090, PR-094 to PR-096). A term of 0 says by how much it softens the object (PR-123).
pub fn damage_taken(
    (policies, objects): (&DamagePolicy, &ObjectPolicy),
    object: &Object<'_>,
    hit: Hit<'_>,
    rolled: &Breakdown,
    nonlethal: bool,
) -> Breakdown {
    let mut amount = rolled.clone();
    let whole = rolled.total();
    for step in policies.pipeline.iter().filter(|step| damage::concerns_object(policies, &step.on, hit)) {
        let so_far = amount.total();
        let (label, by) = match &step.does {
            StepKind::Least => {
                (Label::Minimum, policies.least.map_or(0, |least| least.amount.saturating_sub(so_far).max(0)))
            }
            StepKind::Margin => (Label::Margin, hit.margin),
            StepKind::Percent { by, of } => {
                let of = if *of == PercentOf::Rolled { whole } else { so_far };
                (Label::Percent(*by), share(of, *by))
            }
            _ => continue,
        };
        amount.add_if(label, by, step.rule);
    }
    if let Some(rule) = objects.no_nonlethal.filter(|_| nonlethal) {
        amount.add_if(Label::Immunity, -amount.total().max(0), rule);
    }
    let types = policies.with_groups(hit.types);
    let concerns = |share: &&DamageShare| types.meets(share.of) && !share.unless.iter().any(|of| object.has(*of));
    let shares: SmallVec<[&DamageShare; 2]> = objects.takes.iter().chain(object.takes).filter(concerns).collect();
    let broken = objects.is_broken(object.left, object.most);
    for taken in &shares {
        let percent = if taken.spares_broken && broken { 0 } else { taken.percent };
        let by = percent.saturating_sub(100);
        amount.add_if(Label::Percent(by), share(amount.total(), by), taken.rule);
    }
    if let Some(stiffens) = shares.iter().find(|share| share.stiffens && object.has(Trait::Flexible))
        && amount.total() > 0
    {
        amount.add(Label::Stiffened, 0, stiffens.rule);
    }
    for (per, rule) in shares.iter().filter_map(|share| Some((share.softens.filter(|per| *per > 0)?, share.rule))) {
        let points = (amount.total() / i16::from(per)).min(object.hardness);
        if points > 0 {
            amount.add(Label::Softened(points), 0, rule);
        }
    }
    if object.magic.is_any() || !shares.iter().any(|share| share.past_hardness) {
        amount.add_if(Label::Hardness, -object.hardness.min(amount.total()).max(0), object.rule);
        if let Some(hardened) = object.hardened {
            amount.add_if(Label::Enhancement, -hardened.amount.min(amount.total()).max(0), hardened.rule);
        }
    }
    amount
}

/// The rule by which damage with these terms makes an object rigid, if it does (PR-124).
pub fn stiffened(amount: &Breakdown) -> Option<Rule> {
    amount.terms().iter().find(|term| term.label == Label::Stiffened).map(|term| term.rule)
}

/// The points of hardness that an object loses by damage with these terms (PR-123).
pub fn softened(amount: &Breakdown) -> i16 {
    let points = amount.terms().iter().map(|term| if let Label::Softened(points) = term.label { points } else { 0 });
    points.fold(0, i16::saturating_add)
}

/// A percentage of some points, rounded down.
fn share(of: i16, percent: i16) -> i16 {
    let points = (i32::from(of.max(0)) * i32::from(percent)).div_euclid(100);
    points.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
