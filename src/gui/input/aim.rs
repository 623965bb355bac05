//! What a click on the hovered cell would choose: a look-up among the ruleset's actions, checked by the resolution.

use bevy::prelude::*;
use smallvec::SmallVec;

use super::guess::Guesser;
use super::pointer::{Hovered, Selected};
use super::walks::Walks;
use crate::battle::{ActiveSpell, CombatantId, Facing, Readied, Snapshot, View, WeaponSlot};
use crate::content::Name;
use crate::content::action::{Action, ActionGroup, Aim, Does, Gait, Pitch};
use crate::content::refusal::Refusal;
use crate::content::spell::Components;
use crate::control::Orders;
use crate::control::orders::{FARTHEST, place_to_strike};
use crate::grid::{Cell, Footprint};
use crate::gui::hud::Offered;
use crate::gui::known::Watch;
use crate::gui::session::{Asked, Session};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::space::{self, Crowding};
use crate::mechanics::{movement, reach};
use crate::resolution::legal;
use crate::resolution::{Act, Asks, Choice, Target};
use crate::rules::Ruleset;

/// What the player has picked in a panel: the next click means this. Without it a click on a cell walks there and a
/// click on an enemy attacks.
#[derive(Resource, Default, Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// The action.
    pub action: Option<Name>,
    /// The weapon it uses; the first that can be used if none is named.
    pub weapon: Option<WeaponSlot>,
    /// The energy for each component of a spell; as it is usually cast if none is chosen.
    pub energy: Option<Components>,
    /// What sets off what is made ready; the first trigger there is if none is picked.
    pub watch: Option<Name>,
    /// The action that is made ready, if it must still be aimed.
    pub readies: Option<Name>,
    /// The feet by which a flight rises, or sinks if below 0; as its action says if none is chosen.
    pub rises: Option<i16>,
}

impl Intent {
    /// Only this action.
    pub fn on(action: Name) -> Intent {
        Intent { action: Some(action), ..Intent::default() }
    }

    /// The gait at which an action moves, a flight as high as was chosen.
    pub fn gait(&self, action: &Action) -> Option<Gait> {
        match (&action.does, self.rises) {
            (Does::Move(Gait::Fly(_)), Some(feet)) => Some(Gait::Fly(Pitch::By(feet))),
            (Does::Move(gait), _) => Some(*gait),
            _ => None,
        }
    }

    /// What sets off what is made ready.
    pub fn watched(&self, rules: &Ruleset) -> Option<Name> {
        let first = || rules.policies.ready.as_ref().and_then(|policy| policy.watches.first()).map(|watch| watch.id);
        self.watch.or_else(first)
    }

    /// A spell with the energy that was chosen for it.
    pub fn energised(&self, mut act: Act) -> Act {
        if let (Target::Cast(casting), Some(energy)) = (&mut act.target, self.energy) {
            casting.energy = energy;
        }
        act
    }
}

/// What a click now would choose.
#[derive(Resource, Default, Clone, Debug, PartialEq)]
pub struct Aimed {
    /// The answer; `None` if the pointer is on nothing that answers.
    pub choice: Option<Choice>,
    /// Why the resolution would refuse it.
    pub refusal: Option<Refusal>,
    /// The whole way of a movement, further than this count goes.
    pub way: Vec<Cell>,
    /// Whether the rest of the way becomes a standing order.
    pub goes_on: bool,
    /// The attack at the end of the way, on somebody who is out of reach so far.
    pub approach: Option<Approach>,
    /// How badly one fights at the end of the way, because others of the side are, or will be, there too.
    pub crowd: Option<Refusal>,
}

/// A walk to where an attack can be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    pub strike: Act,
    /// Where it is made.
    pub at: Footprint,
    /// Cells of movement that the way takes.
    pub cost: u16,
    /// Counts, or actions, that the way takes.
    pub counts: u16,
}

/// Works out what a click on the hovered cell means.
pub fn aim(
    hovered: Res<Hovered>,
    intent: Res<Intent>,
    asked: Res<Asked>,
    (selected, offered): (Res<Selected>, Res<Offered>),
    (snapshot, watch): (Res<Snapshot>, Res<Watch>),
    (session, orders): (Option<Res<Session>>, Res<Orders>),
    mut aimed: ResMut<Aimed>,
) {
    let picked = intent.is_changed() || selected.is_changed() || offered.is_changed() || orders.is_changed();
    if !(hovered.is_changed() || picked || asked.is_changed() || snapshot.is_changed() || watch.is_changed()) {
        return;
    }
    let found = match (&asked.0, hovered.cell, session) {
        (Some(prompt), Some(cell), Some(session)) => match &prompt.asks {
            Asks::Act => {
                let (view, rules, who) = (watch.view(&snapshot), session.rules(), prompt.who);
                let foreseen = session.foreseen(&orders, who);
                let ahead = foreseen.as_ref().map_or(view, |foreseen| view.over(foreseen));
                let aiming =
                    Aiming { view, ahead, rules, who, watch: &watch, looked_at: selected.0, offered: &offered };
                aiming.with_crowd(aiming.act(&intent, cell, hovered.who))
            }
            Asks::Cell { cells, .. } if cells.contains(&cell) => choose(Choice::Cell(cell)),
            Asks::Face { options } => facing(watch.view(&snapshot), prompt.who, options, cell, hovered.who),
            _ => Aimed::default(),
        },
        _ => Aimed::default(),
    };
    aimed.set_if_neq(found);
}

fn choose(choice: Choice) -> Aimed {
    Aimed { choice: Some(choice), ..default() }
}

/// The offered facing that points at a cell or somebody on it.
fn facing(view: View<'_>, who: CombatantId, options: &[Facing], cell: Cell, at: Option<CombatantId>) -> Aimed {
    if at == Some(who) && options.contains(&Facing::AllAround) {
        return choose(Choice::Face(Facing::AllAround));
    }
    let meant = towards(view, who, cell, at);
    meant
        .into_iter()
        .find(|facing| options.contains(facing))
        .map_or_else(Aimed::default, |facing| choose(Choice::Face(facing)))
}

/// The ways to face a cell: somebody on it, and the direction of it.
fn towards(view: View<'_>, who: CombatantId, cell: Cell, at: Option<CombatantId>) -> Vec<Facing> {
    let layout = crate::gui::board::Layout::of(view.board());
    let way = layout.centre(cell) - layout.middle(view.footprint(who));
    let nearness = |dir: &crate::grid::Direction| layout.heading(*dir).dot(way);
    let dir = view.shape().directions().max_by(|a, b| nearness(a).total_cmp(&nearness(b)));
    let body = at.filter(|id| *id != who).map(Facing::Towards);
    body.into_iter().chain(dir.map(Facing::of)).collect()
}

/// How badly a combatant fights where it is imagined, and with whom it would share its space.
fn crowded(view: View<'_>, rules: &Ruleset, who: CombatantId) -> Option<Refusal> {
    let (worse, rule) = match space::crowding(view, rules.book(), who) {
        Crowding::Free => return None,
        Crowding::Crowded(modifier) => (format!("attacks at {}", modifier.amount), modifier.rule),
        Crowding::Packed { rule, .. } => ("nobody can attack there".to_owned(), rule),
    };
    let names: Vec<&str> = space::sharing_space(view, who).into_iter().map(|other| &*view.row(other).name).collect();
    Some(Refusal::new(format!("Shares the space with {}: {worse}", names.join(", ")), rule))
}

struct Aiming<'a> {
    view: View<'a>,
    /// The battle with the others of the side where they are going.
    ahead: View<'a>,
    rules: &'a Ruleset,
    who: CombatantId,
    watch: &'a Watch,
    looked_at: Option<CombatantId>,
    offered: &'a Offered,
}

impl Aiming<'_> {
    fn act(&self, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        if let Some(guess) = self.guess(intent, cell, at) {
            return guess;
        }
        let Some(action) = self.meant(intent, at) else { return Aimed::default() };
        match action.aim {
            Aim::Ready => self.readied(action, intent, cell, at),
            _ => self.aimed(action, intent, cell, at),
        }
    }

    /// What is made ready, aimed as it would be if it were done at once.
    fn readied(&self, by: &Action, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        let (Some(watch), Some(action)) =
            (intent.watched(self.rules), intent.readies.and_then(|picked| self.rules.actions.get(picked)))
        else {
            return Aimed::default();
        };
        let aimed = self.aimed(action, intent, cell, at);
        let Some(Choice::Act(act)) = aimed.choice else { return Aimed::default() };
        let way = if let Target::Path(path) = &act.target { path.clone() } else { Vec::new() };
        let ready = Act { target: Target::Ready(Box::new(Readied { watch, act })), ..Act::own(by.id) };
        Aimed { way, ..self.checked(ready) }
    }

    /// What an action comes to at what is pointed at.
    fn aimed(&self, action: &Action, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        if matches!(action.does, Does::Cast(_)) {
            return self.spell(action, intent, cell, at);
        }
        match action.aim {
            Aim::Path => {
                intent.gait(action).map_or_else(Aimed::default, |gait| self.walks(action, gait).on_click(cell))
            }
            Aim::Enemy | Aim::Ally | Aim::Friend => {
                at.map_or_else(Aimed::default, |target| self.on_body(action, intent, target))
            }
            Aim::Own if at == Some(self.who) => self.checked(Act::own(action.id)),
            Aim::Door | Aim::Ground => self.checked(Act { target: Target::Cell(cell), ..Act::own(action.id) }),
            Aim::Facing => {
                let facing = towards(self.view, self.who, cell, at).into_iter().next().unwrap_or_default();
                self.checked(Act { target: Target::Facing(facing), ..Act::own(action.id) })
            }
            Aim::Spell => {
                let mut own = self.view.spells().iter().filter(|spell| spell.caster == self.who);
                let lies = |spell: &&ActiveSpell| spell.zone.as_ref().is_some_and(|zone| zone.holds(cell));
                let meant = own.find(|spell| lies(spell) || at.is_some() && spell.target() == at);
                meant.map_or_else(Aimed::default, |spell| {
                    self.checked(Act { target: Target::Spell(spell.id), ..Act::own(action.id) })
                })
            }
            Aim::Own | Aim::Point | Aim::Ready | Aim::Known | Aim::CarriedWeapon | Aim::GroundWeapon => {
                Aimed::default()
            }
        }
    }

    /// A spell at whom or what is pointed at.
    fn spell(&self, action: &Action, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        let meant = match action.aim {
            Aim::Point => Some(Target::Cell(cell)),
            Aim::Own => at.filter(|id| *id == self.who).map(|_| Target::Own),
            _ => at.map(Target::Combatant),
        };
        let cast = |meant| legal::usual_casting(self.view, self.rules, self.who, action, meant);
        meant.and_then(cast).map_or_else(Aimed::default, |act| self.checked(intent.energised(act)))
    }

    /// The action a click means: the one picked, else an attack on an enemy and a walk to a cell.
    fn meant(&self, intent: &Intent, at: Option<CombatantId>) -> Option<&Action> {
        if let Some(picked) = intent.action {
            return self.rules.actions.get(picked).map(|action| &**action);
        }
        let side = self.view.row(self.who).side;
        let is_enemy = at.is_some_and(|id| self.view.row(id).side != side);
        let mut actions = self.rules.actions.iter().map(|action| &**action);
        if is_enemy {
            actions.find(|action| action.group == ActionGroup::Attack && action.is_weapon_attack())
        } else {
            let usual =
                self.offered.usual_move().and_then(|(id, _)| self.rules.actions.get(id)).map(|action| &**action);
            usual.or_else(|| actions.find(|action| action.does == Does::Move(Gait::Walk)))
        }
    }

    /// An attack on a space where somebody hides: on any with an action that was picked, else on one where somebody was
    /// last seen, if that is near enough.
    fn guess(&self, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Option<Aimed> {
        let guesser = Guesser { view: self.view, rules: self.rules, who: self.who };
        let seen_there = |(_, seen): (CombatantId, Option<Footprint>)| {
            seen.is_some_and(|seen| seen.contains(self.view.shape(), cell))
        };
        let target = match at {
            Some(at) => Some(at).filter(|at| guesser.is_hidden(*at)),
            None if intent.action.is_some() || self.watch.hiding().any(seen_there) => {
                guesser.meant(self.watch, self.looked_at, cell)
            }
            None => None,
        }?;
        let action = self.meant(intent, Some(target)).filter(|action| action.aim == Aim::Enemy)?;
        match guesser.act(action, target, cell, intent.weapon) {
            Ok(act) => {
                let act = intent.energised(act);
                let refusal = legal::check(act.imagined(self.view), self.rules, self.who, &act).err();
                Some(Aimed { refusal, ..choose(Choice::Act(act)) })
            }
            Err(_) if intent.action.is_none() && at.is_none() => None,
            Err((act, refusal)) => Some(Aimed { refusal: Some(refusal), ..choose(Choice::Act(act)) }),
        }
    }

    fn on_body(&self, action: &Action, intent: &Intent, target: CombatantId) -> Aimed {
        let (book, made) = (self.rules.book(), legal::choices(self.view, self.rules, self.who, action));
        let slots = if made.is_empty() { reach::usable_slots(self.view, self.who) } else { made };
        let modes = slots.iter().map(|slot| (*slot, attack::mode(self.view, book, self.who, *slot, target).ok()));
        let modes: SmallVec<[(WeaponSlot, Option<Mode>); 4]> = modes.collect();
        let kept = |(slot, mode): &(WeaponSlot, Option<Mode>)| {
            mode.is_some_and(|mode| attack::landing_rule(self.view, book, self.who, *slot, mode).is_none())
        };
        let kept = modes.iter().find(|each| kept(each));
        let first = kept.or(modes.iter().find(|(_, mode)| mode.is_some())).or(modes.first()).map(|(slot, _)| *slot);
        let weapon = if action.check().is_some() { intent.weapon.or(first) } else { None };
        let armed = self.checked(Act::at(action.id, target, weapon));
        if armed.refusal.is_none() {
            // Nobody throws the blade in hand away at one who is a few steps off, unless it was picked.
            if *intent != Intent::default() || kept.is_some() {
                return armed;
            }
            return self.approach(action, intent, target).filter(|walk| !walk.goes_on).unwrap_or(armed);
        }
        // Some checks are made with no weapon at all.
        let bare = self.checked(Act::at(action.id, target, None));
        if bare.refusal.is_none() {
            return bare;
        }
        self.approach(action, intent, target).unwrap_or(armed)
    }

    /// A walk to the nearest other place an attack could be made from with the weapon that was picked, or with any.
    fn approach(&self, attack: &Action, intent: &Intent, target: CombatantId) -> Option<Aimed> {
        let known = self.view.knows(target) && attack.is_weapon_attack();
        let (walk, gait) = self.offered.usual_move().filter(|_| known)?;
        let walk = self.rules.actions.get(walk)?;
        let here = self.view.footprint(self.who);
        let slots = reach::usable_slots(self.view, self.who).into_iter();
        let mut strikes = slots.filter(|slot| intent.weapon.is_none_or(|picked| picked == *slot)).filter_map(|slot| {
            let strike = Act::at(attack.id, target, Some(slot));
            let at = here.at(place_to_strike(self.ahead, self.rules.book(), self.who, gait, &strike)?);
            let may = legal::still(self.view.with(self.who, at), self.rules, self.who, &strike).is_ok();
            (at != here && may).then_some((strike, at))
        });
        let (strike, at) = strikes.next()?;
        let ways = self.walks(walk, gait);
        let (walks, cost) = (ways.to(at.anchor), ways.cost(at.anchor)?);
        let sets_out = walks.choice.is_some() && walks.refusal.is_none();
        let counts = movement::counts_for(self.view, self.rules.book(), self.who, gait, cost);
        sets_out.then_some(Aimed { approach: Some(Approach { strike, at, cost, counts }), ..walks })
    }

    fn walks<'b>(&'b self, action: &'b Action, gait: Gait) -> Walks<'b> {
        Walks::of(self.view, self.rules, self.who, (action, gait), FARTHEST)
    }

    /// The same with a warning where the way ends in a crowd.
    fn with_crowd(&self, aimed: Aimed) -> Aimed {
        let (Some(end), None) = (aimed.way.last(), &aimed.refusal) else { return aimed };
        let there = self.view.footprint(self.who).at(*end);
        let crowd = crowded(self.ahead.with(self.who, there), self.rules, self.who);
        Aimed { crowd, ..aimed }
    }

    fn checked(&self, act: Act) -> Aimed {
        let refusal = legal::check(self.view, self.rules, self.who, &act).err();
        Aimed { refusal, ..choose(Choice::Act(act)) }
    }
}
