//! The requirements an action names, each with its words.

use crate::battle::{CombatantId, SheetWeapon, TurnStage, View};
use crate::content::action::{CitedRequirement, Requirement, Wielding};
use crate::content::gear::Hands;
use crate::content::policy::TurnOrder;
use crate::content::refusal::Refusal;
use crate::content::unit::Trait;
use crate::grid::Direction;
use crate::mechanics::space::Crowding;
use crate::mechanics::{equipment, flanking, grapple, pinning, reach, sight, space, status, two_weapons, weightless};
use crate::resolution::act::{Act, Target};
use crate::rules::Ruleset;

/// Whether one requirement is met.
///
/// # Errors
/// What is missing, with the rule that asks for it.
pub fn met(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    act: &Act,
    cited: &CitedRequirement,
    offered: bool,
) -> Result<(), Refusal> {
    let unless = |holds: bool, why: &'static str| {
        if holds { Ok(()) } else { Err(Refusal::new(why, cited.rule)) }
    };
    let target = act.aimed_at().unwrap_or(who);
    let (row, book) = (view.row(who), rules.book());
    match &cited.needs {
        Requirement::OnlyOffered => unless(offered, "follows from another action, never by itself"),
        Requirement::Holding => unless(view.hold(who, target).is_some(), "needs a hold on the target"),
        Requirement::NotHolding => unless(view.hold(who, target).is_none(), "already holds the target"),
        Requirement::HeldByTarget => unless(view.hold(target, who).is_some(), "is not held by the target"),
        Requirement::TargetHoldsFriend => {
            let holds = view.holds_by(target).any(|hold| view.row(hold.held).side == row.side);
            unless(holds, "the target holds nobody of this side")
        }
        Requirement::HoldingAnybody => unless(view.holds_by(who).next().is_some(), "holds nobody"),
        Requirement::NotWielding(things) => not_wielding(view, who, things, cited),
        Requirement::TargetAtMostLarger(by) => {
            let near = view.row(target).sheet.size.above(row.sheet.size) <= *by;
            unless(near, "the target is too large")
        }
        Requirement::MovedTowardsTarget => {
            unless(came_closer(view, rules, who, target), "needs a move towards the target just before")
        }
        Requirement::RoomToWrestle => grapple::may_wrestle(view, book, who),
        Requirement::RoomToFight => match space::crowding(view, book, who) {
            Crowding::Packed { rule, .. } => Err(Refusal::new("too crowded to fight here", rule)),
            _ => Ok(()),
        },
        Requirement::TargetHoldsItem => unless(
            grapple::droppable_weapons(view, target).next().is_some(),
            "the target holds nothing that can be taken",
        ),
        Requirement::TargetCarriesItem => {
            unless(!equipment::weapons(view, target).is_empty(), "the target carries nothing that can be taken")
        }
        Requirement::TargetHasThing => {
            unless(!equipment::breakable(view, target).is_empty(), "the target has nothing that can be broken")
        }
        Requirement::TargetHasHitPoints => {
            unless(view.row(target).vitals.current() > 0, "the target has no hit point left")
        }
        Requirement::MeleeWeapon => {
            let melee = act.weapon.is_none_or(|slot| reach::melee_slots(view, who).contains(&slot));
            unless(melee, "needs a melee weapon")
        }
        Requirement::Armed => unless(reach::wields_melee_weapon(view, who).is_some(), "needs a melee weapon in hand"),
        Requirement::TwoWeapons => {
            unless(two_weapons::pair(view, who).is_some(), "needs a weapon in each hand, or both hands free")
        }
        Requirement::OtherWeaponLast => {
            let slot = act.weapon.or_else(|| reach::melee_slots(view, who).first().copied());
            let other = slot.is_some_and(|slot| two_weapons::alternates(view, who, slot));
            unless(other, "the last attack was not with the weapon in the other hand")
        }
        Requirement::RoomInTargetSpace => space::forced_entry(view, book, who, target).map(drop),
        Requirement::FreeHand => unless(grapple::free_hands(view, who) > 0, "needs a free hand"),
        Requirement::FreeGrip => {
            unless(grapple::has_free_grip(view, who), "needs a free hand or a free natural weapon")
        }
        Requirement::FreeHands(hands) => unless(grapple::free_hands(view, who) >= *hands, "needs more hands free"),
        Requirement::HasHands => unless(!row.sheet.has(Trait::NoHands), "has no hands"),
        Requirement::Quality(quality) => unless(row.sheet.has(*quality), "has not learned to"),
        Requirement::Flanked => {
            let keeps = row.facing != crate::battle::Facing::AllAround;
            unless(keeps || flanking::is_flanked(view, book, who), "is not flanked")
        }
        Requirement::Adrift => unless(adrift(view, rules, who), "has its hold, and drifts past nothing"),
        Requirement::Veiled => {
            let shielded = |observer: CombatantId| {
                placed(view, rules, observer, who) && sight::can_hide_from(view, book, who, observer)
            };
            let any = sight::observers(view, book, who).any(shielded);
            unless(any, "needs cover, darkness or fog against an enemy")
        }
        Requirement::FreshTurn => {
            unless(row.turn_state.stage == TurnStage::Fresh, "its turn has not just begun, or something was done in it")
        }
        Requirement::MayCommand => may_command(view, rules, who, target, cited),
        Requirement::SharesTurn => {
            let leader = |id: CombatantId| {
                let turn_state = view.row(id).turn_state;
                turn_state.commander.filter(|_| turn_state.commanded == view.count()).unwrap_or(id)
            };
            let able = view.row(target).turn_state.actions > 0 && status::can_act(view, book, target);
            unless(leader(who) == leader(target) && able, "does not take its turn together with this one")
        }
        Requirement::Preparing => unless(row.incanting.under_way().is_some(), "is preparing no spell"),
        Requirement::Prepared => unless(row.incanting.ready().is_some(), "has prepared no spell"),
        Requirement::Charged => {
            unless(row.incanting.ready().is_some_and(|spell| spell.charges > 0), "there is no charge in it")
        }
        Requirement::ActorHas(condition) => {
            let has = status::has_condition(view, book, who, *condition);
            let why = || Refusal::new(format!("is not {}", word(rules, *condition)), cited.rule);
            if has { Ok(()) } else { Err(why()) }
        }
        Requirement::TargetHas(condition) => {
            let has = status::has_condition(view, book, target, *condition);
            if has {
                Ok(())
            } else {
                Err(Refusal::new(format!("the target is not {}", word(rules, *condition)), cited.rule))
            }
        }
        Requirement::TargetLacks(condition) => {
            let has = status::has_condition(view, book, target, *condition);
            let why = || Refusal::new(format!("the target is {}", word(rules, *condition)), cited.rule);
            if has { Err(why()) } else { Ok(()) }
        }
        Requirement::TargetHelpless => unless(status::is_helpless(view, book, target), "the target is not helpless"),
        Requirement::TargetTakesCriticals => {
            let immune = view.row(target).sheet.has(Trait::ImmuneToCriticals);
            unless(!immune, "the target takes no critical hits")
        }
        Requirement::TargetBeforeSurface => {
            unless(pinning::has_surface_behind(view, who, target), "there is no wall behind the target")
        }
        Requirement::TargetPinnedByActor => {
            unless(pinning::pinned_by(view, who, target).next().is_some(), "no weapon of its own pins the target")
        }
        Requirement::WeaponPierces => {
            let used = act.weapon.or_else(|| reach::usable_slots(view, who).first().copied());
            unless(pinning::pierces(view, who, used), "needs a piercing weapon in hand")
        }
        Requirement::WeaponEntangles => {
            let held = reach::usable_slots(view, who).into_iter().any(|slot| super::arms::entangles(view, who, slot));
            unless(held, "needs a net in hand")
        }
        Requirement::Kept(kept) => {
            let so = named(view, who, act).is_some_and(|entry| entry.kept == *kept);
            if so { Ok(()) } else { Err(Refusal::new(format!("is not kept {}", kept.words()), cited.rule)) }
        }
        Requirement::Item(kind) => {
            let item = named(view, who, act).and_then(|entry| entry.item.as_ref());
            unless(item.is_some_and(|item| item.kind == *kind), "is nothing of that kind")
        }
        Requirement::Shield { on } => {
            let whole = row.sheet.shield.is_some() && row.arms.wear.shield != Some(0);
            let why = if *on { "has no shield on the arm" } else { "has no shield to take on the arm" };
            unless(row.arms.shield == *on && (*on || whole), why)
        }
        Requirement::TargetIsActor => unless(target == who, "only one oneself can do that"),
        Requirement::InStance(_) | Requirement::NotInStances(_) | Requirement::InStanceBut(_) => {
            stance(view, rules, who, cited)
        }
    }
}

/// The thing of the actor's that an act names.
fn named<'v>(view: View<'v>, who: CombatantId, act: &Act) -> Option<&'v SheetWeapon> {
    match act.target {
        Target::Weapon(slot) => view.row(who).sheet.weapon(slot),
        _ => None,
    }
}

/// Whether somebody knows where a combatant is.
fn placed(view: View<'_>, rules: &Ruleset, observer: CombatantId, who: CombatantId) -> bool {
    rules.policies.sight.as_ref().is_some_and(|policy| !sight::is_hidden(view, policy, who, observer))
}

/// Whether one is under another's command and may still be commanded in this round (TA-073, TA-074, TA-G53).
fn may_command(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    target: CombatantId,
    cited: &CitedRequirement,
) -> Result<(), Refusal> {
    let row = view.row(target);
    if !row.commanders.contains(&who) || row.turn_state.commander.is_none() {
        return Err(Refusal::new("is not under this one's command", cited.rule));
    }
    let TurnOrder::Rounds(turns) = &rules.policies.turn else { return Ok(()) };
    let once = turns.command.as_ref().map_or(cited.rule, |command| command.once_rule);
    match row.turn_state.commanded == view.count() {
        true => Err(Refusal::new("was commanded in this round already", once)),
        false => Ok(()),
    }
}

/// Whether the last step of the movement a combatant is in brought it closer to the target.
fn came_closer(view: View<'_>, rules: &Ruleset, who: CombatantId, target: CombatantId) -> bool {
    let (momentum, shape, here) = (&view.row(who).momentum, view.shape(), view.footprint(who));
    let Some(heading) = momentum.heading.filter(|_| momentum.counts > 0) else { return false };
    let before = here.at(shape.step(here.anchor, shape.opposite(Direction(heading))));
    let distance = |from| crate::grid::distance(shape, rules.policies.board.distance, from, view.footprint(target));
    distance(here) < distance(before)
}

fn word(rules: &Ruleset, condition: crate::content::Name) -> String {
    rules.conditions.get(condition).map_or_else(|| condition.to_string(), |found| found.name.to_lowercase())
}

fn stance(view: View<'_>, rules: &Ruleset, who: CombatantId, cited: &CitedRequirement) -> Result<(), Refusal> {
    let held = view.row(who).stance.held;
    let (holds, why) = match &cited.needs {
        Requirement::InStance(stance) => (held == Some(*stance), format!("is not {}", word(rules, *stance))),
        Requirement::NotInStances(stances) => {
            let bad = held.filter(|held| stances.contains(held));
            (bad.is_none(), bad.map(|held| format!("is {}", word(rules, held))).unwrap_or_default())
        }
        Requirement::InStanceBut(stances) => {
            (held.is_some_and(|held| !stances.contains(&held)), "is in no stance that can be left so".to_owned())
        }
        _ => (true, String::new()),
    };
    if holds { Ok(()) } else { Err(Refusal::new(why, cited.rule)) }
}

fn not_wielding(
    view: View<'_>,
    who: CombatantId,
    things: &[Wielding],
    cited: &CitedRequirement,
) -> Result<(), Refusal> {
    let Some(thing) = things.iter().find(|thing| grapple::wields(view, who, thing)) else { return Ok(()) };
    let words = match thing {
        Wielding::TowerShield => "holds a tower shield".to_owned(),
        Wielding::Weapon(hands) => format!("wields {}", wielded_word(view, who, *hands)),
    };
    Err(Refusal::new(format!("needs a free grip: {words}"), cited.rule))
}

fn wielded_word(view: View<'_>, who: CombatantId, hands: Hands) -> String {
    let row = view.row(who);
    let named = row.arms.in_hand().filter_map(|slot| row.sheet.weapon(slot)).find(|entry| entry.weapon.hands == hands);
    named.map_or_else(|| "a weapon".to_owned(), |entry| format!("a {}", entry.weapon.name))
}

/// Whether somebody has lost its hold, or drifts past something to hold on to.
fn adrift(view: View<'_>, rules: &Ruleset, who: CombatantId) -> bool {
    let (row, book) = (view.row(who), rules.book());
    let drifts = row.drift.feet > 0 && weightless::has_hold(view, book, who);
    weightless::policy(view, book).is_some_and(|policy| drifts || row.conditions.has(policy.unsteady))
}
