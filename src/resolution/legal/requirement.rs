//! The requirements of actions, with the reasons for a refusal.

use super::{arms, gear};
use crate::battle::{CombatantId, SheetWeapon, TurnStage, View};
use crate::content::action::{CitedRequirement, Requirement};
use crate::content::policy::TurnOrder;
use crate::content::refusal::Refusal;
use crate::content::unit::Trait;
use crate::grid::Direction;
use crate::mechanics::space::Crowding;
use crate::mechanics::{Game, attack, flanking, grapple, items, reach, sight, space, status, weightless};
use crate::resolution::act::{Act, Target};
use crate::rules::Ruleset;

/// Whether a requirement is met.
///
/// # Errors
/// What is missing, with the rule that requires it.
pub fn met(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    act: &Act,
    cited: &CitedRequirement,
    offered: bool,
) -> Result<(), Refusal> {
    let target = act.aimed_at().unwrap_or(who);
    Question { view, rules, who, target, act, cited, offered }.answer()
}

/// A requirement and everything it is checked against.
#[derive(Copy, Clone)]
struct Question<'a> {
    view: View<'a>,
    rules: &'a Ruleset,
    who: CombatantId,
    /// The target of the act; the actor if it has none.
    target: CombatantId,
    act: &'a Act,
    cited: &'a CitedRequirement,
    /// Whether the act is offered, a reaction, or declared before.
    offered: bool,
}

impl Question<'_> {
    fn answer(self) -> Result<(), Refusal> {
        let sheet = &self.view.row(self.who).sheet;
        match &self.cited.needs {
            Requirement::OnlyOffered => self.unless(self.offered, "only follows another action"),
            Requirement::Quality(quality) => self.unless(sheet.has(*quality), "has not learned this"),
            Requirement::Holding
            | Requirement::NotHolding
            | Requirement::HeldByTarget
            | Requirement::TargetHoldsFriend
            | Requirement::HoldingAnybody
            | Requirement::NotWielding(_)
            | Requirement::RoomToWrestle => self.grappling(),
            Requirement::TargetAtMostLarger(_)
            | Requirement::TargetHoldsItem
            | Requirement::TargetCarriesItem
            | Requirement::TargetHasThing
            | Requirement::TargetHasHitPoints
            | Requirement::TargetHelpless
            | Requirement::TargetTakesCriticals
            | Requirement::TargetBeforeSurface
            | Requirement::TargetPinnedByActor
            | Requirement::TargetIsActor => self.target_state(),
            Requirement::MeleeWeapon
            | Requirement::Armed
            | Requirement::TwoWeapons
            | Requirement::OtherWeaponLast
            | Requirement::WeaponPierces
            | Requirement::WeaponEntangles => self.weapons(),
            Requirement::FreeHand
            | Requirement::FreeGrip
            | Requirement::FreeHands(_)
            | Requirement::HasHands
            | Requirement::Kept(_)
            | Requirement::Item(_)
            | Requirement::Shield { .. } => self.hands(),
            Requirement::MovedTowardsTarget
            | Requirement::RoomToFight
            | Requirement::RoomInTargetSpace
            | Requirement::Flanked
            | Requirement::Adrift
            | Requirement::Veiled => self.position(),
            Requirement::FreshTurn | Requirement::MayCommand | Requirement::SharesTurn => self.turn(),
            Requirement::Preparing | Requirement::Prepared | Requirement::Charged => self.preparation(),
            Requirement::ActorHas(_) | Requirement::TargetHas(_) | Requirement::TargetLacks(_) => self.condition(),
            Requirement::InStance(_) | Requirement::NotInStances(_) | Requirement::InStanceBut(_) => {
                stance(self.view, self.rules, self.who, self.cited)
            }
        }
    }

    /// Refuses with this reason unless it holds.
    fn unless(self, holds: bool, why: &'static str) -> Result<(), Refusal> {
        if holds { Ok(()) } else { Err(Refusal::new(why, self.cited.rule)) }
    }

    /// Holds between the two, and free grips.
    fn grappling(self) -> Result<(), Refusal> {
        let Question { view, rules, who, target, cited, .. } = self;
        let (row, game) = (view.row(who), Game::new(view, rules.book()));
        match &self.cited.needs {
            Requirement::Holding => self.unless(view.hold(who, target).is_some(), "must hold the target"),
            Requirement::NotHolding => self.unless(view.hold(who, target).is_none(), "already holds the target"),
            Requirement::HeldByTarget => self.unless(view.hold(target, who).is_some(), "the target does not hold you"),
            Requirement::TargetHoldsFriend => {
                let holds = view.holds_by(target).any(|hold| view.row(hold.held).side == row.side);
                self.unless(holds, "the target holds none of your allies")
            }
            Requirement::HoldingAnybody => self.unless(view.holds_by(who).next().is_some(), "holds no one"),
            Requirement::NotWielding(things) => gear::not_wielding(view, who, things, cited),
            Requirement::RoomToWrestle => grapple::may_wrestle(game, who),
            _ => Ok(()),
        }
    }

    /// The state of the target and its items.
    fn target_state(self) -> Result<(), Refusal> {
        let Question { view, rules, who, target, .. } = self;
        let (row, game) = (view.row(who), Game::new(view, rules.book()));
        match &self.cited.needs {
            Requirement::TargetAtMostLarger(by) => {
                let near = view.row(target).sheet.size.above(row.sheet.size) <= *by;
                self.unless(near, "the target is too large")
            }
            Requirement::TargetHoldsItem => self
                .unless(grapple::droppable_weapons(view, target).next().is_some(), "the target holds nothing to take"),
            Requirement::TargetCarriesItem => {
                self.unless(!items::weapons(view, target).is_empty(), "the target carries nothing to take")
            }
            Requirement::TargetHasThing => {
                self.unless(!items::breakable(view, target).is_empty(), "the target has nothing to break")
            }
            Requirement::TargetHasHitPoints => {
                self.unless(view.row(target).vitals.current() > 0, "the target has no hit points left")
            }
            Requirement::TargetHelpless => self.unless(status::is_helpless(game, target), "the target is not helpless"),
            Requirement::TargetTakesCriticals => {
                let immune = view.row(target).sheet.has(Trait::ImmuneToCriticals);
                self.unless(!immune, "the target is immune to critical hits")
            }
            Requirement::TargetBeforeSurface => {
                self.unless(grapple::has_surface_behind(view, who, target), "there is no wall behind the target")
            }
            Requirement::TargetPinnedByActor => self
                .unless(grapple::pinned_by(view, who, target).next().is_some(), "none of your weapons pins the target"),
            Requirement::TargetIsActor => self.unless(target == who, "can only be done to yourself"),
            _ => Ok(()),
        }
    }

    /// Weapons in the hands of the actor.
    fn weapons(self) -> Result<(), Refusal> {
        let Question { view, who, act, .. } = self;
        match &self.cited.needs {
            Requirement::MeleeWeapon => {
                let melee = act.weapon.is_none_or(|slot| reach::melee_slots(view, who).contains(&slot));
                self.unless(melee, "needs a melee weapon")
            }
            Requirement::Armed => {
                self.unless(reach::wields_melee_weapon(view, who).is_some(), "needs a melee weapon in hand")
            }
            Requirement::TwoWeapons => {
                self.unless(attack::weapon_pair(view, who).is_some(), "needs a weapon in each hand, or two free hands")
            }
            Requirement::OtherWeaponLast => {
                let slot = act.weapon.or_else(|| reach::melee_slots(view, who).first().copied());
                let other = slot.is_some_and(|slot| attack::alternates_weapons(view, who, slot));
                self.unless(other, "the last attack must be with the other hand")
            }
            Requirement::WeaponPierces => {
                let used = act.weapon.or_else(|| reach::usable_slots(view, who).first().copied());
                self.unless(grapple::can_pin(view, who, used), "needs a piercing weapon in hand")
            }
            Requirement::WeaponEntangles => {
                let held = reach::usable_slots(view, who).into_iter().any(|slot| arms::entangles(view, who, slot));
                self.unless(held, "needs a net in hand")
            }
            _ => Ok(()),
        }
    }

    /// Hands, shield and the item named.
    fn hands(self) -> Result<(), Refusal> {
        let Question { view, who, act, cited, .. } = self;
        let row = view.row(who);
        match &self.cited.needs {
            Requirement::FreeHand => self.unless(grapple::free_hands(view, who) > 0, "needs a free hand"),
            Requirement::FreeGrip => {
                self.unless(grapple::has_free_grip(view, who), "needs a free hand or a free natural weapon")
            }
            Requirement::FreeHands(hands) => {
                self.unless(grapple::free_hands(view, who) >= *hands, "needs more free hands")
            }
            Requirement::HasHands => self.unless(!row.sheet.has(Trait::NoHands), "has no hands"),
            Requirement::Kept(kept) => {
                let so = named(view, who, act).is_some_and(|entry| entry.kept == *kept);
                if so { Ok(()) } else { Err(Refusal::new(format!("is not kept {}", kept.words()), cited.rule)) }
            }
            Requirement::Item(kind) => {
                let item = named(view, who, act).and_then(|entry| entry.item.as_ref());
                self.unless(item.is_some_and(|item| item.kind == *kind), "that is the wrong kind of item")
            }
            Requirement::Shield { on } => {
                let whole = row.sheet.shield.is_some() && row.arms.wear.shield != Some(0);
                let why = if *on { "has no shield on the arm" } else { "has no shield to ready" };
                self.unless(row.arms.shield == *on && (*on || whole), why)
            }
            _ => Ok(()),
        }
    }

    /// Where the actor is and how it got there.
    fn position(self) -> Result<(), Refusal> {
        let Question { view, rules, who, target, .. } = self;
        let (row, game) = (view.row(who), Game::new(view, rules.book()));
        match &self.cited.needs {
            Requirement::MovedTowardsTarget => {
                self.unless(came_closer(view, rules, who, target), "must have just moved towards the target")
            }
            Requirement::RoomToFight => match space::crowding(game, who) {
                Crowding::Packed { rule, .. } => Err(Refusal::new("too crowded to fight here", rule)),
                _ => Ok(()),
            },
            Requirement::RoomInTargetSpace => space::forced_entry(game, who, target).map(drop),
            Requirement::Flanked => {
                let keeps = row.facing != crate::battle::Facing::AllAround;
                self.unless(keeps || flanking::is_flanked(game, who), "is not flanked")
            }
            Requirement::Adrift => self.unless(adrift(view, rules, who), "is not adrift"),
            Requirement::Veiled => {
                let shielded = |observer: CombatantId| {
                    placed(view, rules, observer, who) && sight::can_hide_from(game, who, observer)
                };
                let any = sight::observers(game, who).any(shielded);
                self.unless(any, "needs cover, darkness or fog from an enemy")
            }
            _ => Ok(()),
        }
    }

    /// The turn of the actor, and commands.
    fn turn(self) -> Result<(), Refusal> {
        let Question { view, rules, who, target, cited, .. } = self;
        let (row, game) = (view.row(who), Game::new(view, rules.book()));
        match &self.cited.needs {
            Requirement::FreshTurn => {
                self.unless(row.turn_state.stage == TurnStage::Fresh, "only possible at the start of the turn")
            }
            Requirement::MayCommand => may_command(view, rules, who, target, cited),
            Requirement::SharesTurn => {
                let leader = |id: CombatantId| {
                    let turn_state = view.row(id).turn_state;
                    turn_state.commander.filter(|_| turn_state.commanded == view.count()).unwrap_or(id)
                };
                let able = view.row(target).turn_state.actions > 0 && status::can_act(game, target);
                self.unless(leader(who) == leader(target) && able, "does not share this turn")
            }
            _ => Ok(()),
        }
    }

    /// The spell that the actor prepares.
    fn preparation(self) -> Result<(), Refusal> {
        let Question { view, who, .. } = self;
        let row = view.row(who);
        match &self.cited.needs {
            Requirement::Preparing => self.unless(row.incanting.under_way().is_some(), "is not preparing a spell"),
            Requirement::Prepared => self.unless(row.incanting.ready().is_some(), "has no spell prepared"),
            Requirement::Charged => {
                self.unless(row.incanting.ready().is_some_and(|spell| spell.charges > 0), "the spell holds no charge")
            }
            _ => Ok(()),
        }
    }

    /// Conditions of actor and target.
    fn condition(self) -> Result<(), Refusal> {
        let Question { view, rules, who, target, cited, .. } = self;
        let game = Game::new(view, rules.book());
        match &self.cited.needs {
            Requirement::ActorHas(condition) => {
                let has = status::has_condition(game, who, *condition);
                let why = || Refusal::new(format!("is not {}", word(rules, *condition)), cited.rule);
                if has { Ok(()) } else { Err(why()) }
            }
            Requirement::TargetHas(condition) => {
                let has = status::has_condition(game, target, *condition);
                if has {
                    Ok(())
                } else {
                    Err(Refusal::new(format!("the target is not {}", word(rules, *condition)), cited.rule))
                }
            }
            Requirement::TargetLacks(condition) => {
                let has = status::has_condition(game, target, *condition);
                let why = || Refusal::new(format!("the target is {}", word(rules, *condition)), cited.rule);
                if has { Err(why()) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }
}

/// The actor's item that an act names.
fn named<'v>(view: View<'v>, who: CombatantId, act: &Act) -> Option<&'v SheetWeapon> {
    match act.target {
        Target::Weapon(slot) => view.row(who).sheet.weapon(slot),
        _ => None,
    }
}

/// Whether an observer knows where a combatant is.
fn placed(view: View<'_>, rules: &Ruleset, observer: CombatantId, who: CombatantId) -> bool {
    rules.policies.sight.as_ref().is_some_and(|policy| !sight::is_hidden(view, policy, who, observer))
}

/// Whether the target is under the actor's command and not commanded yet in this round (TA-073, TA-074, TA-G53).
fn may_command(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    target: CombatantId,
    cited: &CitedRequirement,
) -> Result<(), Refusal> {
    let row = view.row(target);
    if !row.commanders.contains(&who) || row.turn_state.commander.is_none() {
        return Err(Refusal::new("is not under your command", cited.rule));
    }
    let TurnOrder::Rounds(turns) = &rules.policies.turn else { return Ok(()) };
    let once = turns.command.as_ref().map_or(cited.rule, |command| command.once_rule);
    match row.turn_state.commanded == view.count() {
        true => Err(Refusal::new("was already commanded this round", once)),
        false => Ok(()),
    }
}

/// Whether the last step of a combatant's movement brought it closer to the target.
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
            (held.is_some_and(|held| !stances.contains(&held)), "is in no stance to leave".to_owned())
        }
        _ => (true, String::new()),
    };
    if holds { Ok(()) } else { Err(Refusal::new(why, cited.rule)) }
}

/// Whether a combatant is unsteady, or drifts past something to hold on to.
fn adrift(view: View<'_>, rules: &Ruleset, who: CombatantId) -> bool {
    let (row, game) = (view.row(who), Game::new(view, rules.book()));
    let drifts = row.drift.feet > 0 && weightless::has_hold(game, who);
    weightless::policy(game).is_some_and(|policy| drifts || row.conditions.has(policy.unsteady))
}
