//! The requirements of actions, with the reasons for a refusal.

use super::ability::Proposal;
use super::gear;
use crate::battle::{CombatantId, Facing, LightFrom, PairRelation, Side, TurnStage, View, WeaponSlot};
use crate::content::action::Requirement as Needs;
use crate::content::{CitedRequirement, Name, Refusal, Trait, WeaponProperty};
use crate::grid::{Cell, Direction, Footprint, adjacent, distance};
use crate::mechanics::reach::WeaponSlots;
use crate::mechanics::space::Crowding;
use crate::mechanics::{
    Game, affliction, attack, flanking, grapple, health, items, line, mount, reach, sight, space, stamina, status,
    weightless,
};
use crate::resolution::act::{Act, Target};

/// Whether a requirement of an action is met on its occasion.
pub(super) fn met(proposal: &Proposal<'_>, act: &Act, cited: &CitedRequirement) -> Result<(), Refusal> {
    let (game, who) = (proposal.game, proposal.who);
    Question { game, who, target: act.aimed_at().unwrap_or(who), act, cited }.answer(proposal.is_offered())
}

/// Whether a requirement of a reaction to another combatant is met.
pub(super) fn met_by_reactor(
    game: Game<'_>,
    who: CombatantId,
    to: CombatantId,
    cited: &CitedRequirement,
) -> Result<(), Refusal> {
    Question { game, who, target: to, act: &Act::at(Name::default(), to, None), cited }.answer(true)
}

/// A requirement and everything it is checked against.
#[derive(Copy, Clone)]
struct Question<'a> {
    game: Game<'a>,
    who: CombatantId,
    /// The target of the act; the actor if it has none.
    target: CombatantId,
    act: &'a Act,
    cited: &'a CitedRequirement,
}

impl Question<'_> {
    fn answer(self, offered: bool) -> Result<(), Refusal> {
        let Question { game, who, target, act, cited } = self;
        let (view, row) = (game.view, game.row(who));
        let (holds, why) = match &cited.needs {
            Needs::OnlyOffered => (offered, "only follows another action"),
            Needs::BesideGround(names) => return self.beside_ground(names),
            Needs::BesideFlame(_) if self.is_beside_light() => return Ok(()),
            Needs::BesideFlame(names) => return self.beside_ground(names),
            Needs::Quality(quality) => (row.sheet.has(*quality), "has not learned this"),
            Needs::OwnTurn => (row.turn_state.is_open(), "only possible in the own turn"),
            Needs::FreshTurn => (row.turn_state.stage == TurnStage::Fresh, "only possible at the start of the turn"),
            Needs::SharesTurn => (shares_turn(game, who, target), "does not share this turn"),
            Needs::MayCommand => return self.may_command(),
            Needs::Preparing => (row.incanting.under_way().is_some(), "is not preparing a spell"),
            Needs::Prepared => (row.incanting.ready().is_some(), "has no spell prepared"),
            Needs::Charged => {
                (row.incanting.ready().is_some_and(|spell| spell.charges > 0), "the spell holds no charge")
            }
            Needs::Holding => (view.hold(who, target).is_some(), "must hold the target"),
            Needs::NotHolding => (view.hold(who, target).is_none(), "already holds the target"),
            Needs::MayRide => return mount::may_ride(game, who, target),
            Needs::Riding => (view.mount_of(who).is_some(), "rides on nothing"),
            Needs::RidesTarget => (view.mount_of(who) == Some(target), "does not ride on the target"),
            Needs::NotRiding => (view.ride_of(who).is_none(), "not possible while riding or ridden"),
            Needs::HeldByTarget => (view.hold(target, who).is_some(), "the target does not hold you"),
            Needs::HoldingAnybody => (view.holds_by(who).next().is_some(), "holds no one"),
            Needs::TargetHoldsFriend => {
                (holds_member_of(game, target, row.side), "the target holds none of your allies")
            }
            Needs::TargetHasHitPoints => {
                (!health::is_spent(&view.row(target).vitals), "the target has no hit points left")
            }
            Needs::StatWithin { stat, less_than } => {
                let apart = view.row(target).sheet.stat(*stat).abs_diff(row.sheet.stat(*stat));
                let why = || Refusal::new(format!("the two are too different in {}", stat.word()), cited.rule);
                return (i32::from(apart) < i32::from(*less_than)).then_some(()).ok_or_else(why);
            }
            Needs::NeitherHas(quality) => {
                let has = |id: CombatantId| view.row(id).sheet.has(*quality);
                (!has(who) && !has(target), "the form of one of the two prevents it")
            }
            Needs::TargetTowards { condition, has } => {
                let mut facts = view.row(target).pairs.towards(who);
                let adverb = if *has { "not" } else { "already" };
                let why =
                    || Refusal::new(format!("for you the target is {adverb} {}", self.word(*condition)), cited.rule);
                let holds = facts.any(|fact| fact.slant == PairRelation::Has(*condition)) == *has;
                return holds.then_some(()).ok_or_else(why);
            }
            Needs::TargetNotSpent => (!stamina::is_worn_out(game, target), "the target is too exhausted"),
            Needs::TargetAfflicted => {
                (affliction::treated(game.conditions, view.row(target), None).is_some(), "there is nothing to treat")
            }
            Needs::TargetSeen => (line::sees(game, who, target), "the target cannot be seen"),
            Needs::TargetThreatened => (reach::threatens(game, who, target), "out of reach in melee"),
            Needs::TargetReached { by_shot } => {
                let shot =
                    || act.weapon.and_then(|slot| row.sheet.weapon(slot)).is_some_and(|it| it.weapon.range.is_some());
                (reach::threatens(game, who, target) || *by_shot && shot(), "out of reach in melee")
            }
            Needs::TargetHelpless => (status::is_helpless(game, target), "the target is not helpless"),
            Needs::TargetStacks(least) => {
                (view.holds_on(target).any(|hold| hold.stacks >= *least), "the target is not held firmly enough")
            }
            Needs::TargetHasNot(quality) => {
                let why = || Refusal::new(format!("the target has the trait {quality:?}"), cited.rule);
                return (!view.row(target).sheet.has(*quality)).then_some(()).ok_or_else(why);
            }
            Needs::OutOfTurnWith(quality) => {
                (row.turn_state.is_open() || row.sheet.has(*quality), "has not learned to do this out of turn")
            }
            Needs::TargetTakesCriticals => {
                (!view.row(target).sheet.has(Trait::ImmuneToCriticals), "the target is immune to critical hits")
            }
            Needs::TargetIsActor => (target == who, "can only be done to yourself"),
            Needs::TargetAtMostLarger(by) => {
                (view.row(target).sheet.size.above(row.sheet.size) <= *by, "the target is too large")
            }
            Needs::MovedTowardsTarget => (came_closer(game, who, target), "must have just moved towards the target"),
            Needs::RoomInTargetSpace => return space::forced_entry(game, who, target).map(drop),
            Needs::RoomToWrestle => return grapple::may_wrestle(game, who),
            Needs::RoomToFight => return self.room_to_fight(),
            Needs::Flanked => (row.facing != Facing::AllAround || flanking::is_flanked(game, who), "is not flanked"),
            Needs::Adrift => (is_adrift(game, who), "is not adrift"),
            Needs::Veiled => (is_veiled(game, who), "needs cover, darkness or fog from an enemy"),
            Needs::ActorHas(condition) => return self.has(who, *condition, true, "is not"),
            Needs::ActorLacks(condition) => return self.has(who, *condition, false, "is"),
            Needs::TargetHas(condition) => return self.has(target, *condition, true, "the target is not"),
            Needs::TargetLacks(condition) => return self.has(target, *condition, false, "the target is"),
            Needs::InStance(_) | Needs::NotInStances(_) | Needs::InStanceBut(_) => return self.stance(),
            Needs::NotWielding(things) => return gear::not_wielding(view, who, things, cited),
            Needs::Wielding(things) => return gear::wielding(view, who, things, cited),
            Needs::TargetHoldsItem
            | Needs::TargetHoldsGear
            | Needs::TargetCarriesItem
            | Needs::TargetHasThing
            | Needs::TargetBeforeSurface
            | Needs::TargetPinnedByActor
            | Needs::MeleeWeapon
            | Needs::WeaponOfPair { .. }
            | Needs::StatBetween(..)
            | Needs::WeaponReaches(_)
            | Needs::WeaponIs(_)
            | Needs::SecondaryWeapon { .. }
            | Needs::ItemInHand(_)
            | Needs::Armed
            | Needs::Unarmed
            | Needs::TwoWeapons
            | Needs::OtherWeaponLast
            | Needs::WeaponPierces
            | Needs::WeaponEntangles
            | Needs::FreeHand
            | Needs::FreeGrip
            | Needs::FreeHands(_)
            | Needs::FreeToGrapple
            | Needs::FreeToGrab
            | Needs::TargetCarriesLooseItem
            | Needs::HasHands
            | Needs::Kept(_)
            | Needs::Item(_)
            | Needs::OfItem(_)
            | Needs::Shield { .. } => return self.gear(act),
        };
        if holds { Ok(()) } else { Err(Refusal::new(why, cited.rule)) }
    }

    /// Weapons, items and hands.
    fn gear(self, act: &Act) -> Result<(), Refusal> {
        let Question { game, who, target, cited, .. } = self;
        let (view, row) = (game.view, game.row(who));
        let slot_or =
            |slots: fn(View<'_>, CombatantId) -> WeaponSlots| act.weapon.or_else(|| slots(view, who).first().copied());
        let uses = |fits: &dyn Fn(WeaponSlot) -> bool| match act.weapon {
            Some(slot) => fits(slot),
            None => reach::usable_slots(view, who).into_iter().any(fits),
        };
        let named = match act.target {
            Target::Weapon(slot) => row.sheet.weapon(slot),
            _ => None,
        };
        let (holds, why) = match &cited.needs {
            Needs::TargetHoldsItem => {
                (grapple::droppable_weapons(view, target).next().is_some(), "the target holds nothing to take")
            }
            Needs::TargetHoldsGear => (!items::held(view, target).is_empty(), "the target holds nothing to take"),
            Needs::TargetCarriesItem => {
                (!items::weapons(view, target).is_empty(), "the target carries nothing to take")
            }
            Needs::TargetHasThing => (!items::breakable(view, target).is_empty(), "the target has nothing to break"),
            Needs::TargetBeforeSurface => {
                (grapple::has_surface_behind(view, who, target), "there is no wall behind the target")
            }
            Needs::TargetPinnedByActor => {
                (grapple::pinned_by(view, who, target).next().is_some(), "none of your weapons pins the target")
            }
            Needs::MeleeWeapon => {
                let melee = act.weapon.is_none_or(|slot| reach::melee_slots(view, who).contains(&slot));
                (melee, "needs a melee weapon")
            }
            Needs::WeaponOfPair { second } => {
                let pair = attack::weapon_pair(view, who).map(|pair| pair[usize::from(*second)]);
                let why = if *second { "needs the second weapon in hand" } else { "needs the first weapon in hand" };
                (pair.is_some() && act.weapon.is_none_or(|slot| pair == Some(slot)), why)
            }
            Needs::StatBetween(stat, least, most) => {
                let value = row.sheet.stat(*stat);
                let why = || {
                    let wanted = if least == most { least.to_string() } else { format!("from {least} to {most}") };
                    Refusal::new(format!("{} is {value} and must be {wanted}", stat.word()), cited.rule)
                };
                return (*least..=*most).contains(&value).then_some(()).ok_or_else(why);
            }
            Needs::WeaponReaches(most) => {
                (uses(&|slot| reach::reaches_at_most(view, who, slot, *most)), "that weapon is too long")
            }
            Needs::WeaponIs(name) => {
                let is_one = |slot| row.sheet.weapon(slot).is_some_and(|held| held.weapon.id == *name);
                (uses(&is_one), "needs the right weapon")
            }
            Needs::SecondaryWeapon { is } => {
                let fits = |slot| {
                    let held = row.sheet.weapon(slot);
                    held.is_some_and(|held| held.weapon.has(WeaponProperty::Secondary)) == *is
                };
                (uses(&fits), if *is { "needs a secondary natural weapon" } else { "that weapon attacks apart" })
            }
            Needs::Armed => (reach::wields_melee_weapon(view, who).is_some(), "needs a melee weapon in hand"),
            Needs::Unarmed => {
                let armed = reach::wields_melee_weapon(view, who).or_else(|| reach::wields_ranged_weapon(view, who));
                (armed.is_none(), "has a weapon in hand")
            }
            Needs::TwoWeapons => {
                (attack::weapon_pair(view, who).is_some(), "needs a weapon in each hand, or two free hands")
            }
            Needs::OtherWeaponLast => {
                let other = slot_or(reach::melee_slots).is_some_and(|slot| attack::alternates_weapons(view, who, slot));
                (other, "the last attack must be with the other hand")
            }
            Needs::WeaponPierces => {
                (grapple::can_pin(view, who, slot_or(reach::usable_slots)), "needs a piercing weapon in hand")
            }
            Needs::WeaponEntangles => {
                let held = reach::usable_slots(view, who).into_iter().any(|slot| gear::entangles(view, who, slot));
                (held, "needs a net in hand")
            }
            Needs::ItemInHand(kind) => (items::in_hand(view, who, *kind).is_some(), "needs the right item in hand"),
            Needs::FreeHand => (grapple::free_hands(view, who) > 0, "needs a free hand"),
            Needs::FreeGrip => (grapple::has_free_grip(view, who), "needs a free hand or a free natural weapon"),
            Needs::FreeHands(hands) => (grapple::free_hands(view, who) >= *hands, "needs more free hands"),
            Needs::FreeToGrapple => {
                let free = grapple::is_free_to_grapple(view, who, target);
                (free, "needs two free hands, or a free hand and only a light weapon in the other")
            }
            Needs::FreeToGrab => (grapple::hands_for(view, who, target) > 0, "needs a free hand"),
            Needs::TargetCarriesLooseItem => {
                (!items::loose(view, target).is_empty(), "the target carries nothing that can be stolen")
            }
            Needs::HasHands => (!row.sheet.has(Trait::NoHands), "has no hands"),
            Needs::Kept(kept) if named.is_none_or(|entry| entry.kept != *kept) => {
                return Err(Refusal::new(format!("is not kept {}", kept.words()), cited.rule));
            }
            Needs::Item(kind) => {
                let item = named.and_then(|entry| entry.item.as_ref());
                (item.is_some_and(|item| item.kind == *kind), "that is the wrong kind of item")
            }
            Needs::OfItem(wanted) => {
                let spell = if let Target::Spell(id) = act.target { view.spell(id) } else { None };
                let why = if *wanted { "is not the effect of an item" } else { "is the effect of an item" };
                (spell.is_none_or(|spell| spell.item.is_some() == *wanted), why)
            }
            Needs::Shield { on: true } => (row.arms.shield, "has no shield on the arm"),
            Needs::Shield { on: false } => {
                let whole = row.sheet.shield.is_some() && !row.arms.shield_is_useless();
                let here = |cell| game.footprint(who).contains(view.shape(), cell);
                let lies = row.arms.shield_lies.is_some_and(|cell| !here(cell));
                (!row.arms.shield && whole && !lies, "has no shield to ready")
            }
            _ => return Ok(()),
        };
        if holds { Ok(()) } else { Err(Refusal::new(why, cited.rule)) }
    }

    fn has(self, who: CombatantId, condition: Name, wanted: bool, refused: &str) -> Result<(), Refusal> {
        if status::has_condition(self.game, who, condition) == wanted {
            return Ok(());
        }
        Err(Refusal::new(format!("{refused} {}", self.word(condition)), self.cited.rule))
    }

    fn stance(self) -> Result<(), Refusal> {
        let held = self.game.row(self.who).stance.held;
        let why = match (&self.cited.needs, held) {
            (Needs::InStance(stance), _) if held != Some(*stance) => format!("is not {}", self.word(*stance)),
            (Needs::NotInStances(stances), Some(held)) if stances.contains(&held) => format!("is {}", self.word(held)),
            (Needs::InStanceBut(stances), _) if held.is_none_or(|held| stances.contains(&held)) => {
                "is in no stance to leave".to_owned()
            }
            _ => return Ok(()),
        };
        Err(Refusal::new(why, self.cited.rule))
    }

    /// Whether ground with one of these names is in the actor's space or beside it (HD-357, HD-359).
    fn beside_ground(self, names: &[String]) -> Result<(), Refusal> {
        let (shape, board, body) = (self.game.shape(), self.game.board(), self.game.footprint(self.who));
        let own = body.cells(shape);
        let mut cells = own.iter().flat_map(|cell| shape.neighbours(*cell).chain([*cell]));
        let named = |cell: Cell| names.iter().any(|name| name.eq_ignore_ascii_case(&board.terrain(cell).name));
        let why = || Refusal::new(format!("needs a {} beside it", names.join(" or a ")), self.cited.rule);
        cells.any(|cell| board.contains(cell) && named(cell)).then_some(()).ok_or_else(why)
    }

    /// Whether a light is in the actor's space or beside it, in a cell or in the hand of a combatant (HD-357).
    fn is_beside_light(self) -> bool {
        let (game, own) = (self.game, self.game.footprint(self.who));
        let near = |there: Footprint| own.overlaps(game.shape(), there) || adjacent(game.shape(), own, there);
        game.field().lights.iter().any(|light| match light.from {
            LightFrom::Cell(cell) => near(Footprint::from(cell)),
            LightFrom::Bearer(bearer) => !game.row(bearer).gone && near(game.footprint(bearer)),
        })
    }

    fn word(self, condition: Name) -> String {
        let found = self.game.conditions.get(condition);
        found.map_or_else(|| condition.to_string(), |found| found.name.to_lowercase())
    }

    fn room_to_fight(self) -> Result<(), Refusal> {
        match space::crowding(self.game, self.who) {
            Crowding::Packed { rule, .. } => Err(Refusal::new("too crowded to fight here", rule)),
            _ => Ok(()),
        }
    }

    /// Whether the target is under the actor's command and not commanded yet in this round (TA-073, TA-074, TA-G53).
    fn may_command(self) -> Result<(), Refusal> {
        let (row, rule) = (self.game.row(self.target), self.cited.rule);
        if !row.commanders.contains(&self.who) || row.turn_state.commander.is_none() {
            return Err(Refusal::new("is not under your command", rule));
        }
        let Some(turns) = self.game.policies.turn.in_rounds() else { return Ok(()) };
        if row.turn_state.commanded != self.game.count() {
            return Ok(());
        }
        let once = turns.command.as_ref().map_or(rule, |command| command.once_rule);
        Err(Refusal::new("was already commanded this round", once))
    }
}

fn holds_member_of(game: Game<'_>, holder: CombatantId, side: Side) -> bool {
    game.holds_by(holder).any(|hold| game.row(hold.held).side == side)
}

fn shares_turn(game: Game<'_>, who: CombatantId, target: CombatantId) -> bool {
    let leader = |id: CombatantId| {
        let turn_state = game.row(id).turn_state;
        turn_state.commander.filter(|_| turn_state.commanded == game.count()).unwrap_or(id)
    };
    let commanded = || leader(who) == leader(target) && game.row(target).turn_state.actions() > 0;
    let mounted = || {
        mount::turn_partner(game, who) == Some(target)
            && [who, target].into_iter().all(|id| game.row(id).turn_state.is_open())
    };
    (mounted() || commanded()) && status::can_act(game, target)
}

/// Whether the last step of a combatant's movement brought it closer to the target.
fn came_closer(game: Game<'_>, who: CombatantId, target: CombatantId) -> bool {
    let (momentum, shape, here) = (&game.row(who).momentum, game.shape(), game.footprint(who));
    let Some(heading) = momentum.heading.filter(|_| momentum.counts > 0) else { return false };
    let before = here.at(shape.step(here.anchor, shape.opposite(Direction(heading))));
    let distance = |from| distance(shape, game.policies.board.distance, from, game.footprint(target));
    distance(here) < distance(before)
}

/// Whether a combatant could hide from an enemy that knows where it is.
fn is_veiled(game: Game<'_>, who: CombatantId) -> bool {
    let placed = |observer: CombatantId| {
        game.policies.sight.as_ref().is_some_and(|policy| !sight::is_hidden(game.view, policy, who, observer))
    };
    sight::observers(game, who).any(|observer| placed(observer) && sight::can_hide_from(game, who, observer))
}

/// Whether a combatant is unsteady, or drifts past something to hold on to.
fn is_adrift(game: Game<'_>, who: CombatantId) -> bool {
    let row = game.row(who);
    let Some(policy) = weightless::policy(game) else { return false };
    row.drift.speed > 0 && weightless::has_hold(game, who) || row.conditions.has(policy.unsteady)
}
