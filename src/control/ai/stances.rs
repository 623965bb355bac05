//! Stances: which are worth their time, and when to leave them.
//!
//! What a guard is worth is how much less likely its bearer falls with it, times what the bearer is worth: next to nothing
//! for one whom nobody threatens or who can bear what comes, most for one who is about to fall. What a stance takes from
//! one's own attacks, or adds to them, counts by what these do.

use std::cell::OnceCell;

use super::deeds::best_strike;
use super::effects::{given_up, parried, weight};
use super::folk::Fighter;
use super::mind::Mind;
use super::{peril, threat};
use crate::content::Name;
use crate::content::action::{Action, Does};
use crate::content::condition::{Condition, Forbidden, Status};
use crate::content::effect::{Effect, Who};
use crate::resolution::{Act, legal};

/// Counts for which a stance counts.
const AHEAD: i32 = 14;
/// Hundredths of the danger to its life that count for one who is almost down.
const HURT: i32 = 300;

/// What holding a stance costs its bearer in ten counts; negative if it helps.
fn cost(mind: &Mind<'_>, condition: &Condition) -> i32 {
    all(condition).map(|does| weight(mind, mind.who, does)).sum()
}

/// Everything that a stance does, its benefits last.
fn all(condition: &Condition) -> impl Iterator<Item = &Status> {
    let benefits = condition.stance.iter().flat_map(|stance| &stance.benefits);
    condition.does.iter().chain(benefits).map(|cited| &cited.does)
}

fn held<'a>(mind: &Mind<'a>) -> Option<(Name, &'a Condition)> {
    let name = mind.view.row(mind.who).stance.held?;
    mind.rules.conditions.get(name).map(|condition| (name, &**condition))
}

/// Points by which a status betters its bearer's defence against those who shoot, or against those who do not.
fn guards(mind: &Mind<'_>, does: &Status, shoots: bool) -> Option<i32> {
    match does {
        Status::Defence { against, amount, .. } => Some(if against.covers(!shoots) { i32::from(*amount) } else { 0 }),
        Status::Parry { least, .. } => Some(i32::from(*least).max(parried(mind, mind.who))),
        Status::Replace { .. } => Some(-given_up(&mind.rules.policies.defence, &mind.view.row(mind.who).sheet)),
        _ => None,
    }
}

/// An enemy that can come.
struct Foe {
    shoots: bool,
    /// Harm that it does in ten counts to the one who decides, as it stands in no stance.
    harm: i32,
    /// How often it hits then, in thousandths.
    chance: i32,
}

/// Where the one who decides stands: who threatens it, and what it does itself.
struct Fray<'m, 'a> {
    mind: &'m Mind<'a>,
    /// Those who can come, once they are asked about.
    foes: OnceCell<Vec<Foe>>,
    /// Value per hundred counts of its best attack, were it in no stance; of half a usual one where nobody is in reach.
    deals: i32,
}

impl<'m, 'a> Fray<'m, 'a> {
    fn of(mind: &'m Mind<'a>) -> Fray<'m, 'a> {
        let held = held(mind).map(|(_, condition)| condition).filter(|_| !mind.view.row(mind.who).stance.shifting);
        let strikes = mind.foes().filter_map(|foe| best_strike(mind, foe.id));
        let now = strikes.map(|(_, strike, time)| strike.value * 100 / time).max().unwrap_or(0);
        // What cannot be done at all in the stance is weighed as if it were in none.
        let kept = held.filter(|condition| !keeps_from_attacking(condition)).map_or(100, |it| kept(mind, it).max(20));
        let usual = mind.me().might * mind.their_price / 10;
        Fray { mind, foes: OnceCell::new(), deals: (now * 100 / kept).max(usual / 2) }
    }

    fn foes(&self) -> &[Foe] {
        self.foes.get_or_init(|| {
            let mind = self.mind;
            let stance = held(mind).map(|(_, condition)| condition);
            let held = stance.filter(|_| !mind.view.row(mind.who).stance.shifting);
            // To one who is unhurt and in no stance it makes no difference who can come.
            let matters = stance.is_some() || mind.me().life < mind.me().full;
            mind.foes().filter(|_| matters).filter_map(|foe| Foe::of(mind, foe, held)).collect()
        })
    }

    /// How much of what the one who decides still bears it is likely to lose within some counts in a stance that it holds
    /// for the last of them, as danger to its life, in thousandths: little as long as it bears more than that.
    fn risk(&self, stance: Option<&Condition>, (before, within): (i32, i32)) -> i32 {
        let harm = self.foes().iter().map(|foe| {
            let hits = stance.map_or(1000, |stance| foe.hits(self.mind, stance));
            foe.harm * (before * 1000 + within * hits) / 10_000
        });
        danger(harm.sum(), self.mind.me().life)
    }

    /// Whether a stance may be worth more than striking and than something else, were all enemies upon the one who decides
    /// and did the stance keep them off.
    fn may_be_worth(&self, stance: &Condition, shift: i32, floor: i32) -> bool {
        let me = self.mind.me();
        let hurt = (me.full - me.life).max(0) * HURT / me.full.max(1);
        let deals = self.deals * kept(self.mind, stance) / 100 * AHEAD;
        let harm: i32 = self.mind.foes().map(|foe| foe.might).sum();
        let spared = if hurt > 0 { danger(harm * (shift + AHEAD) / 10, me.life) } else { 0 };
        (me.worth * spared / 1000 * hurt + deals) / (AHEAD + shift) > floor.max(self.deals)
    }

    /// Value per hundred counts of being in a stance after so many counts of shifting, that of striking counted.
    fn worth(&self, stance: &Condition, shift: i32) -> i32 {
        let (me, spared) = (self.mind.me(), self.risk(None, (shift, AHEAD)) - self.risk(Some(stance), (shift, AHEAD)));
        // Who is unhurt can still guard itself when it is hurt.
        let hurt = (me.full - me.life).max(0) * HURT / me.full.max(1);
        let deals = self.deals * kept(self.mind, stance) / 100 * AHEAD;
        (me.worth * spared / 1000 * hurt + deals) / (AHEAD + shift)
    }
}

/// How much so much harm is danger to one who still bears so much, in thousandths.
fn danger(harm: i32, life: i32) -> i32 {
    let part = harm.min(20_000) * 1000 / life.max(100);
    let borne = part.min(1000);
    borne * borne / 1000 * borne / 1000 + (part - borne)
}

impl Foe {
    /// One that can do harm soon; nobody who only guards itself.
    fn of(mind: &Mind<'_>, foe: &Fighter, held: Option<&Condition>) -> Option<Foe> {
        let stance = mind.view.row(foe.id).stance.held.and_then(|name| mind.rules.conditions.get(name));
        if stance.is_some_and(|condition| keeps_from_attacking(condition)) {
            return None;
        }
        let harm = threat::from(mind, mind.view, foe, mind.view.footprint(mind.who));
        if harm <= 0 {
            return None;
        }
        let found = Foe { shoots: foe.shoots, harm, chance: peril::chance(mind, foe) };
        let off = held.map_or(0, |stance| found.guarded(mind, stance));
        Some(Foe { chance: (found.chance + off * 50).clamp(50, 1000), ..found })
    }

    /// Points by which a stance betters the defence against it.
    fn guarded(&self, mind: &Mind<'_>, stance: &Condition) -> i32 {
        all(stance).filter_map(|does| guards(mind, does, self.shoots)).sum()
    }

    /// How often it still hits one in a stance, in thousandths of how often it hits otherwise.
    fn hits(&self, mind: &Mind<'_>, stance: &Condition) -> i32 {
        (self.chance - self.guarded(mind, stance) * 50).clamp(50, 1000) * 1000 / self.chance
    }
}

/// How much of what one's attacks do is left in a stance, in hundredths; more than all if it helps them.
fn kept(mind: &Mind<'_>, stance: &Condition) -> i32 {
    let might = (mind.me().might * mind.their_price / 100).max(1);
    let own = all(stance).filter(|does| guards(mind, does, false).is_none());
    let lost: i32 = own.map(|does| weight(mind, mind.who, does)).sum();
    (100 - lost * 100 / might).max(0)
}

/// Leaving the stance one is in, with its score, if one does better without it, and than what is worth so much.
pub fn leave(mind: &Mind<'_>, floor: i32) -> Option<(Act, i32)> {
    let (_, condition) = held(mind)?;
    let fray = Fray::of(mind);
    let acts = mind.catalogue.leaving.iter().map(|action| (action, Act::own(action.id)));
    let legal = |act: &Act| legal::check(mind.view, mind.rules, mind.who, act).is_ok();
    let (action, act) = acts.into_iter().find(|(_, act)| legal(act))?;
    let time = if action.is_free() { 0 } else { mind.time(action, &act) };
    let score = fray.deals * AHEAD / (AHEAD + time);
    let gains = || fray.deals > fray.worth(condition, 0);
    let idle = || fray.foes().is_empty() && keeps_from_attacking(condition);
    (score > floor && (gains() || idle())).then_some((act, score))
}

fn keeps_from_attacking(condition: &Condition) -> bool {
    let forbids = |does: &Status| matches!(does, Status::Forbid(things) if things.contains(&Forbidden::Attack) || things.contains(&Forbidden::Move));
    condition.does.iter().any(|cited| forbids(&cited.does))
}

/// The stance most worth taking up, with its score; none while one is held, nor if something else is worth as much.
pub fn take(mind: &Mind<'_>, floor: i32) -> Option<(Act, i32)> {
    if mind.view.row(mind.who).stance.held.is_some() {
        return None;
    }
    // One who is unhurt takes a stance up only to strike better.
    let helps = |action: &Action| match action.does {
        Does::TakeStance(name) => mind.rules.conditions.get(name).is_some_and(|condition| kept(mind, condition) > 100),
        _ => false,
    };
    if mind.me().life >= mind.me().full && !mind.catalogue.stances.iter().any(|action| helps(action)) {
        return None;
    }
    let fray = Fray::of(mind);
    let tried = mind.catalogue.stances.iter().filter_map(|action| {
        let Does::TakeStance(name) = action.does else { return None };
        let condition = mind.rules.conditions.get(name)?;
        let act = Act::own(action.id);
        // Guarding alone wins nothing: somebody else must do the fighting.
        if keeps_from_attacking(condition) && mind.friends().next().is_none() {
            return None;
        }
        let time = mind.time(action, &act);
        if !fray.may_be_worth(condition, time, floor) {
            return None;
        }
        let score = fray.worth(condition, time);
        (score > fray.deals && legal::check(mind.view, mind.rules, mind.who, &act).is_ok()).then_some((act, score))
    });
    tried.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// Getting up from a stance that does more harm than good, with what a turn without it is worth more.
pub fn rise(mind: &Mind<'_>) -> Option<(Act, i32)> {
    let (_, condition) = held(mind)?;
    let gain = cost(mind, condition) * mind.span() / 10;
    let acts = mind.catalogue.leaving.iter().map(|action| Act::own(action.id));
    let act = acts.into_iter().find(|act| legal::check(mind.view, mind.rules, mind.who, act).is_ok())?;
    Some((act, gain.max(0)))
}

/// The condition that an action gives the one who does it.
pub fn given(action: &Action) -> Option<Name> {
    let Does::Effects(effects) = &action.does else { return None };
    effects.iter().find_map(|effect| match effect.does {
        Effect::Gain { who: Who::Actor, condition } => Some(condition),
        _ => None,
    })
}
