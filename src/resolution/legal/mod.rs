//! What may be done: the one definition of legality, asked by the window, the AI, scripts and the resolution itself.

mod arms;
mod begins;
mod casting;
mod gear;
mod incanting;
mod judged;
mod offers;
mod provoked;
mod ready;
mod requirement;

pub use arms::{choices, fit, speed_class, weapon_for};
pub use begins::Begins;
pub(super) use judged::Finding;
pub use judged::{Judged, judged};
pub use offers::{Offer, found, offers, paths_allowed};
pub use provoked::{Provoked, provoked};
pub use ready::to_be_aimed;

use crate::battle::{CombatantId, View, Visibility};
use crate::content::action::{Action, ActionReach, Aim, CheckRoll, CitedRequirement, Does, Gait, Requirement};
use crate::content::condition::Forbidden;
use crate::content::effect::{Displacement, Effect};
use crate::content::policy::TurnOrder;
use crate::content::refusal::Refusal;
use crate::mechanics::{attack, door, movement, reach, sight, space, status};
use crate::resolution::act::{Act, Target};
use crate::rules::Ruleset;

/// Whether a combatant may declare this action in its turn.
///
/// # Errors
/// The reason in plain words with its rule.
pub fn check(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act) -> Result<(), Refusal> {
    judge(view, rules, who, act, false).map(drop)
}

/// Whether a combatant may carry out this action now, be it offered, a reaction, or declared before.
///
/// # Errors
/// The reason in plain words with its rule.
pub fn still(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act) -> Result<(), Refusal> {
    judge(view, rules, who, act, true).map(drop)
}

fn judge(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act, offered: bool) -> Result<Finding, Refusal> {
    let Some(action) = rules.actions.get(act.action) else {
        let why = format!("{} knows no action {}", rules.policies.name, act.action);
        return Err(Refusal::new(why, "".into()));
    };
    able(view, rules, who, action)?;
    if !offered {
        enough_actions(view, rules, who, action)?;
    }
    fitting(view, rules, who, (act, action), |cited| requirement::met(view, rules, who, act, cited, offered))
}

/// Whether one who [may do anything of the kind](Begins::may) may do this: the other half of [`check`].
///
/// # Errors
/// The reason in plain words with its rule.
pub fn may_aim(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act, action: &Action) -> Result<(), Refusal> {
    let unasked = |cited: &CitedRequirement| match cited.needs.is_of_actor() {
        true => Ok(()),
        false => requirement::met(view, rules, who, act, cited, false),
    };
    fitting(view, rules, who, (act, action), unasked).map(drop)
}

fn fitting(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    (act, action): (&Act, &Action),
    met: impl Fn(&CitedRequirement) -> Result<(), Refusal>,
) -> Result<Finding, Refusal> {
    aimed(view, rules, who, act, action)?;
    action.requires.iter().try_for_each(met)?;
    arms::fit(view, who, act, action)?;
    if let Does::Move(gait) = action.does {
        let Some((gait, path)) = act.movement(gait) else { return Err(wrong_aim(action)) };
        let known = sight::known_to(view, rules.book(), view.row(who).side);
        let momentum = movement::walk(known, rules.book(), who, gait, path)?;
        if gait == Gait::Barge {
            anybody_on(view, rules, who, path, action)?;
        }
        return Ok(Finding::Walk(momentum));
    }
    in_reach(view, rules, who, act, action)
}

/// Whether anybody has to be pushed aside on a way; if not, it is a way to walk.
fn anybody_on(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    path: &[crate::grid::Cell],
    action: &Action,
) -> Result<(), Refusal> {
    let body = view.footprint(who);
    let barred = path.iter().any(|cell| space::is_blocked(view, rules.book(), who, body.at(*cell)));
    if barred { Ok(()) } else { Err(Refusal::new("nobody has to be pushed aside on that way", action.rule)) }
}

/// A spell as it is usually cast at a target: as far as it must go, and as strong as it may be.
pub fn usual_casting(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action, at: Target) -> Option<Act> {
    match &action.does {
        Does::Cast(spell) => Some(casting::usual(view, rules, who, (spell, action), at)),
        _ => None,
    }
}

/// Whether the actor can do anything of the kind, whatever it is aimed at.
pub(super) fn able(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> Result<(), Refusal> {
    acts(view, rules, who, action)?;
    incanting::is_free_for(view, rules, who, action)?;
    delays(view, rules, who, action)?;
    fights(view, rules, who, Effort::of(action))
}

/// Whether somebody does anything at all.
fn acts(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> Result<(), Refusal> {
    let Some(row) = view.find(who) else { return Err(Refusal::new("there is no such combatant", action.rule)) };
    if row.gone || !status::is_conscious(view, rules.book(), who) {
        return Err(Refusal::new("is out of the fight", rules.policies.consciousness.unconscious_rule));
    }
    status::forbids(view, rules.book(), who, Forbidden::Act).map_or(Ok(()), Err)
}

/// Whether one who would delay its turn has a turn of its own.
fn delays(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> Result<(), Refusal> {
    let commander = view.row(who).turn_state.commander;
    let (Does::Delay, Some(_), TurnOrder::Rounds(turns)) = (&action.does, commander, &rules.policies.turn) else {
        return Ok(());
    };
    let rule = turns.command.as_ref().map_or(turns.delay_rule, |command| command.together_rule);
    Err(Refusal::new("takes its turn with its commander", rule))
}

/// What an action asks of its actor, whatever it is aimed at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Effort {
    /// To attack.
    Fight,
    /// To work magic.
    Cast,
    /// To go into another space.
    Enter,
    /// Nothing.
    None,
}

impl Effort {
    fn of(action: &Action) -> Effort {
        match action.check().map(|check| check.roll) {
            Some(CheckRoll::Weapon | CheckRoll::BothWeapons | CheckRoll::Unarmed) => Effort::Fight,
            None if action.reach.is_of_weapon() => Effort::Fight,
            Some(CheckRoll::Attribute(_)) if !gets_free(action) => Effort::Fight,
            _ if matches!(action.does, Does::Cast(_) | Does::Control | Does::Prepare) => Effort::Cast,
            _ if enters(action) => Effort::Enter,
            _ => Effort::None,
        }
    }
}

/// Whether the actor can do as much.
fn fights(view: View<'_>, rules: &Ruleset, who: CombatantId, effort: Effort) -> Result<(), Refusal> {
    let forbids = |thing| status::forbids(view, rules.book(), who, thing).map_or(Ok(()), Err);
    match effort {
        Effort::Fight => attack::may_attack(view, rules.book(), who),
        Effort::Cast => forbids(Forbidden::Attack),
        Effort::Enter => forbids(Forbidden::Move),
        Effort::None => Ok(()),
    }
}

/// Whether the turn has as many actions left as it takes.
pub(super) fn enough_actions(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    action: &Action,
) -> Result<(), Refusal> {
    let TurnOrder::Rounds(turns) = &rules.policies.turn else { return Ok(()) };
    let (takes, left) = (action.actions(), view.row(who).turn_state.actions);
    if takes <= left {
        return Ok(());
    }
    Err(Refusal::new(format!("takes {takes} of the {left} actions that are left"), turns.actions_rule))
}

/// Whether an action is one of the held against its holder: it is open to those who cannot attack.
fn gets_free(action: &Action) -> bool {
    action.requires.iter().any(|cited| cited.needs == Requirement::HeldByTarget)
}

/// Whether an action takes the actor itself into another space.
fn enters(action: &Action) -> bool {
    let mut effects = action.check().into_iter().flat_map(|check| &check.ladder).flat_map(|rung| &rung.effects);
    effects.any(|effect| effect.does == Effect::Displace(Displacement::Enter))
}

fn wrong_aim(action: &Action) -> Refusal {
    let what = match action.aim {
        Aim::Own => "nothing but the actor itself",
        Aim::Enemy => "an enemy",
        Aim::Ally => "a friend",
        Aim::Friend => "a friend or the actor itself",
        Aim::Path => "a path",
        Aim::Door => "a door",
        Aim::Ground => "ground that breaks",
        Aim::Facing => "a facing",
        Aim::CarriedWeapon => "a carried weapon",
        Aim::GroundWeapon => "a weapon on the ground",
        Aim::Ready => "an action and what sets it off",
        Aim::Point => "a place",
        Aim::Spell => "a spell of its own that lasts",
        Aim::Known => "a spell that it knows",
    };
    Refusal::new(format!("{} is aimed at {what}", action.name), action.rule)
}

/// Whether the target is of the right kind.
fn aimed(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act, action: &Action) -> Result<(), Refusal> {
    match (action.aim, &act.target) {
        (_, Target::Cast(casting)) => match &action.does {
            Does::Cast(spell) => casting::may_cast(view, rules, who, (act, casting), (spell, action)),
            _ => Err(wrong_aim(action)),
        },
        (_, _) if matches!(action.does, Does::Cast(_)) => Err(wrong_aim(action)),
        (Aim::Spell, Target::Spell(id)) => casting::at_own_spell(view, rules, who, *id, action),
        (Aim::Known, Target::Known(spell)) => incanting::may_prepare(view, rules, who, *spell, action),
        (Aim::Own, Target::Own) | (Aim::Path, Target::Path(_) | Target::Flight { .. }) => Ok(()),
        (Aim::Enemy | Aim::Ally | Aim::Friend, at) => at_somebody(view, rules, who, at, action),
        (Aim::Door, Target::Cell(cell)) => at_door(view, who, *cell, action),
        (Aim::Ground, Target::Cell(cell)) => at_ground(view, rules, who, *cell, action),
        (Aim::Facing, Target::Facing(facing)) => at_facing(view, *facing, action),
        (Aim::CarriedWeapon, Target::Weapon(slot)) => gear::at_carried(view, who, *slot, action),
        (Aim::GroundWeapon, Target::Weapon(slot)) => gear::on_ground(view, rules, who, *slot, action),
        (Aim::GroundWeapon, Target::Found(weapon)) => gear::found(view, rules, who, *weapon, action),
        (Aim::Ready, Target::Ready(readied)) => ready::may(view, rules, who, readied, action),
        _ => Err(wrong_aim(action)),
    }
}

/// Whether somebody of the right kind is meant, and it is known or guessed where it is.
fn at_somebody(view: View<'_>, rules: &Ruleset, who: CombatantId, at: &Target, action: &Action) -> Result<(), Refusal> {
    match (action.aim, at) {
        (_, Target::Combatant(target)) => {
            at_combatant(view, who, *target, action)?;
            placed(view, rules, who, *target)
        }
        (Aim::Enemy, Target::Guess { who: target, cell }) => {
            at_combatant(view, who, *target, action)?;
            guessed(view, rules, who, *target, *cell)
        }
        _ => Err(wrong_aim(action)),
    }
}

fn at_combatant(view: View<'_>, who: CombatantId, target: CombatantId, action: &Action) -> Result<(), Refusal> {
    let Some(row) = view.find(target).filter(|row| !row.gone) else {
        return Err(Refusal::new("the target is gone", action.rule));
    };
    let enemy = row.side != view.row(who).side;
    let own = target == who && action.aim != Aim::Friend;
    if own || enemy != (action.aim == Aim::Enemy) { Err(wrong_aim(action)) } else { Ok(()) }
}

/// Whether the actor knows where its target is.
fn placed(view: View<'_>, rules: &Ruleset, who: CombatantId, target: CombatantId) -> Result<(), Refusal> {
    match rules.policies.sight.as_ref().filter(|policy| sight::is_hidden(view, policy, target, who)) {
        Some(policy) => Err(Refusal::new("it is not known where the target is: name a space", policy.guess_rule)),
        None => Ok(()),
    }
}

/// Whether there is something to guess at: one of whom the actor knows, but not where it is.
fn guessed(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    target: CombatantId,
    cell: crate::grid::Cell,
) -> Result<(), Refusal> {
    let Some(policy) = &rules.policies.sight else {
        return Err(Refusal::new("nobody hides under these rules", rules.policies.board.rule));
    };
    let why = match sight::visibility(view, rules.book(), who, target) {
        Visibility::Hidden if view.board().contains(cell) => return Ok(()),
        Visibility::Hidden => "there is no such space",
        Visibility::Undetected => "nobody knows that the target is there",
        Visibility::Seen | Visibility::Concealed => "it is known where the target is",
    };
    Err(Refusal::new(why, policy.guess_rule))
}

fn at_door(view: View<'_>, who: CombatantId, cell: crate::grid::Cell, action: &Action) -> Result<(), Refusal> {
    let refused = |why: &'static str| Refusal::new(why, action.rule);
    if view.field().door(cell).is_none() {
        return Err(refused("there is no door"));
    }
    let space = crate::grid::Footprint { anchor: cell, extent: 1 };
    if !crate::grid::adjacent(view.shape(), view.footprint(who), space) {
        return Err(refused("the door is out of reach"));
    }
    action.moves_door().map_or(Ok(()), |open| door::may_move(view, cell, open)).map_err(refused)
}

fn at_ground(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    cell: crate::grid::Cell,
    action: &Action,
) -> Result<(), Refusal> {
    let known = rules.policies.ice.is_some() && view.field().ice.iter().any(|ice| ice.cell == cell);
    if !known {
        return Err(Refusal::new("there is nothing to break", action.rule));
    }
    let body = view.footprint(who);
    let near = body.contains(view.shape(), cell) || crate::grid::adjacent(view.shape(), body, cell.into());
    if near { Ok(()) } else { Err(Refusal::new("out of reach", action.rule)) }
}

fn at_facing(view: View<'_>, facing: crate::battle::Facing, action: &Action) -> Result<(), Refusal> {
    use crate::battle::Facing;
    let known = match facing {
        Facing::AllAround => true,
        Facing::Direction(direction) => view.shape().directions().any(|known| known.0 == direction),
        Facing::Towards(other) => view.find(other).is_some_and(|row| !row.gone),
    };
    if known { Ok(()) } else { Err(Refusal::new("there is no such facing", action.rule)) }
}

/// Whether the target is near enough for the action and its weapon.
fn in_reach(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act, action: &Action) -> Result<Finding, Refusal> {
    let Some(target) = act.aimed_at() else { return Ok(Finding::Nothing) };
    let view = act.imagined(view);
    let out = || Refusal::new("out of reach", action.rule);
    match action.reach {
        ActionReach::Any => Ok(Finding::Nothing),
        ActionReach::Adjacent if reach::touches(view, rules.book(), who, target) => Ok(Finding::Nothing),
        ActionReach::Adjacent => Err(out()),
        ActionReach::Melee => {
            arms::in_melee(view, rules, who, act, action, target).map(|_| Finding::Nothing).ok_or_else(out)
        }
        ActionReach::WeaponWithin(feet) if !reach::within(view, rules.book(), who, target, feet) => Err(out()),
        ActionReach::Weapon | ActionReach::WeaponWithin(_) => {
            let slot = weapon_for(view, who, act, action).ok_or_else(out)?;
            let mode = attack::mode(view, rules.book(), who, slot, target)?;
            let known = matches!(act.target, Target::Combatant(_));
            Ok(if known { Finding::Aim(target, slot, mode) } else { Finding::Nothing })
        }
    }
}
