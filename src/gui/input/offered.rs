//! What the acting combatant can do, computed once for all panels, with attacks on cells where a hidden enemy may be.

use bevy::prelude::*;

use crate::battle::{CombatantId, Detection, WeaponSlot};
use crate::content::{Action, ActionSpeed, Aim, Does, Gait, Name, Refusal};
use crate::ecs::{CellDataItem, CellGrid, Combatants, ShownBattle};
use crate::grid::{Cell, Footprint, Shape, distance};
use crate::gui::board::Layout;
use crate::gui::frame::Animating;
use crate::gui::known::FogOfWar;
use crate::gui::session::{OpenPrompt, Session};
use crate::mechanics::{Game, reach, sight, status};
use crate::resolution::legal::{self, ActionOffer};
use crate::resolution::{Act, Occasion, Target};
use crate::rules::Ruleset;
use crate::turn::speed;

/// The acting combatant in the battle as the players at the window know it.
#[derive(Copy, Clone)]
pub struct ActingCombatant<'a> {
    pub battle: &'a ShownBattle,
    pub rules: &'a Ruleset,
    pub who: CombatantId,
    pub here: Footprint,
    pub shape: Shape,
    /// Its turn, or the reaction by which it acts out of turn.
    pub occasion: Occasion,
}

impl<'a> ActingCombatant<'a> {
    pub fn game(&self) -> Game<'a> {
        Game::new(self.battle.view(), self.rules.book())
    }

    pub fn refusal(&self, act: &Act) -> Option<Refusal> {
        legal::check_on(self.battle.view(), self.rules, self.who, act, self.occasion).err()
    }

    /// Whether it knows that a combatant is present, but not where.
    pub fn knows_hidden(&self, target: CombatantId) -> bool {
        sight::visibility(self.game(), self.who, target) == Detection::Hidden
    }
}

/// Everything offered to the combatant that is asked to act.
#[derive(Resource, Default, Debug)]
pub struct Offered {
    /// The combatant that is asked to act.
    pub who: Option<CombatantId>,
    /// All actions with their acts and refusals.
    pub offers: Vec<ActionOffer>,
    /// The reactions that the declaration of an action may provoke, for actions that provoke whatever their target is.
    provoking: Vec<(Name, Vec<(CombatantId, Name)>)>,
}

/// The most acts of one action that are searched for the reactions that they provoke.
const MOST_ACTS: usize = 12;

impl Offered {
    /// The offer of an action.
    pub fn of(&self, action: Name) -> Option<&ActionOffer> {
        self.offers.iter().find(|offer| offer.action.id == action)
    }

    /// The combatants that may react to the declaration of an action, with their reactions.
    pub fn provoked_by(&self, action: Name) -> &[(CombatantId, Name)] {
        self.provoking.iter().find(|(known, _)| *known == action).map_or(&[], |(_, found)| found)
    }

    /// The movement that a click on the ground means: a walk if possible, else another move.
    pub fn usual_move(&self) -> Option<(Name, Gait)> {
        let open = self.offers.iter().filter(|offer| offer.is_open());
        let moves = open.filter_map(|offer| match offer.action.does {
            Does::Move(gait) => Some((offer.action.id, gait)),
            _ => None,
        });
        moves.min_by_key(|(_, gait)| *gait != Gait::Walk)
    }

    /// The movement that a click on a cell means: the rest of a movement if it gets there, as it costs nothing, else the
    /// [usual one](Self::usual_move).
    pub fn move_to(&self, cell: Cell) -> Option<Name> {
        let gets_there = |act: &Act| matches!(&act.target, Target::Path(path) if path.last() == Some(&cell));
        let rest = self
            .offers
            .iter()
            .find(|offer| offer.action.does == Does::Move(Gait::Onward) && offer.acts.iter().any(gets_there));
        rest.map(|offer| offer.action.id).or_else(|| self.usual_move().map(|(action, _)| action))
    }

    /// The attack on a target that a click on it means instead of the plain one: one that takes no action where the plain one does,
    /// such as the next blow of a full attack.
    pub fn free_attack_on(&self, plain: &Action, target: CombatantId) -> Option<Name> {
        if plain.speed == ActionSpeed::Nothing {
            return None;
        }
        let is_free = |action: &Action| action.is_weapon_attack() && action.speed == ActionSpeed::Nothing;
        let mut open = self.offers.iter().filter(|offer| offer.is_open() && is_free(&offer.action));
        open.find(|offer| offer.acts.iter().any(|act| act.aimed_at() == Some(target))).map(|offer| offer.action.id)
    }

    /// The combatants an action may be aimed at now.
    pub fn targets(&self, action: Name) -> Vec<CombatantId> {
        let mut targets: Vec<CombatantId> =
            self.of(action).into_iter().flat_map(|offer| &offer.acts).filter_map(|act| act.aimed_at()).collect();
        targets.dedup();
        targets
    }
}

pub fn gather_offers(
    asked: Res<OpenPrompt>,
    (battle, fog): (Res<ShownBattle>, Res<FogOfWar>),
    (combatants, grid, layout): (Combatants, CellGrid, Res<Layout>),
    session: Res<Session>,
    mut animating: ResMut<Animating>,
    mut offered: ResMut<Offered>,
) {
    if asked.is_changed() {
        // What the pointer aims at is updated in the next frame.
        animating.note();
    }
    if !(asked.is_changed() || battle.is_changed() || fog.is_changed() || session.is_added()) {
        return;
    }
    let (acting, rules) = (asked.acting(), session.rules());
    offered.who = acting.map(|(who, _)| who);
    let offers = |(who, occasion)| legal::offers_on(battle.view(), rules, who, occasion);
    offered.offers = acting.map(offers).unwrap_or_default();
    offered.provoking = provoking(&battle, rules, &offered);
    if let Some((who, occasion, here)) = acting.and_then(|(who, on)| Some((who, on, combatants.footprint(who)?))) {
        let attacker = ActingCombatant { battle: &battle, rules, who, here, shape: layout.shape(), occasion };
        let guesser = Guesser::new(attacker, &grid, &combatants, &fog);
        offered.offers.iter_mut().for_each(|offer| offer.acts.extend(guesser.all(&offer.action)));
    }
}

/// What each offered action may provoke as it is declared in a turn.
fn provoking(battle: &ShownBattle, rules: &Ruleset, offered: &Offered) -> Vec<(Name, Vec<(CombatantId, Name)>)> {
    let Some(who) = offered.who else { return Vec::new() };
    let of = |offer: &ActionOffer| {
        let acts = offer.acts.iter().take(MOST_ACTS);
        let each: Vec<_> = acts.map(|act| legal::provoked_by_act(battle.view(), rules, who, act)).collect();
        // Where it depends on the target, the forecast tells.
        let always = each.iter().all(|found| !found.is_empty());
        let mut found: Vec<(CombatantId, Name)> = each.into_iter().flatten().filter(|_| always).collect();
        found.sort_by_key(|(by, _)| *by);
        found.dedup();
        (!found.is_empty()).then_some((offer.action.id, found))
    };
    offered.offers.iter().filter_map(of).collect()
}

/// The least and the most counts an action takes with the picked weapon; `None` under rules without counts.
pub fn action_span(
    battle: &ShownBattle,
    session: &Session,
    who: CombatantId,
    action: &Action,
    weapon: Option<WeaponSlot>,
) -> Option<(u16, u16)> {
    let turns = session.rules().policies.turn.counted()?;
    let view = battle.whole_view();
    let made = || legal::weapon_choices(view, session.rules(), who, action).first().copied();
    let slot = weapon.or_else(made).or_else(|| reach::usable_slots(view, who).first().copied());
    let class = legal::speed_class(view, who, action, slot);
    let (slower, _) = status::slowdown(Game::new(view, session.rules().book()), who, false);
    Some(speed::speed_span(turns, &action.speed, class, view.find(who)?.sheet.speed, slower))
}

/// Guesses from what the side of the attacker knows.
pub struct Guesser<'a> {
    attacker: ActingCombatant<'a>,
    grid: &'a CellGrid<'a, 'a>,
    /// Enemies whose presence is known, but not their position.
    hidden: Vec<CombatantId>,
    bodies: Vec<(CombatantId, Footprint)>,
}

impl<'a> Guesser<'a> {
    pub fn new(
        attacker: ActingCombatant<'a>,
        grid: &'a CellGrid<'a, 'a>,
        combatants: &Combatants,
        fog: &FogOfWar,
    ) -> Guesser<'a> {
        let side = combatants.side(attacker.who);
        let present = || combatants.iter().filter(|data| !data.out_of_play.0);
        let enemies = present().filter(|data| Some(data.combatant.side) != side).map(|data| data.combatant.id);
        let hidden = enemies.filter(|id| attacker.knows_hidden(*id)).collect();
        let known = present().filter(|data| fog.knows(data.combatant.id));
        let bodies = known.map(|data| (data.combatant.id, data.position.footprint())).collect();
        Guesser { attacker, grid, hidden, bodies }
    }

    /// Every act that aims an action at a hidden enemy, at every cell where it could be.
    pub fn all(&self, action: &Action) -> Vec<Act> {
        let targets = self.hidden.iter().filter(|_| action.aim == Aim::Enemy);
        let of = |&target: &CombatantId| {
            let cells = self.grid.iter().filter(move |cell| self.could_hold(target, cell));
            cells.filter_map(move |cell| self.act(action, target, cell.position.0, None).ok())
        };
        targets.flat_map(of).collect()
    }

    /// Whether a hidden combatant could be in a cell: no visible combatant is there and it is not solid.
    fn could_hold(&self, target: CombatantId, cell: &CellDataItem) -> bool {
        let is_open = cell.cost.0.is_some() || self.grid.kind(*cell.terrain).is_some_and(|kind| kind.deep.is_some());
        let shape = self.attacker.shape;
        is_open && !self.bodies.iter().any(|(id, body)| *id != target && body.contains(shape, cell.position.0))
    }

    /// The action aimed at a cell with this weapon or the first usable one, or the nearest act and why it cannot be done.
    pub fn act(
        &self,
        action: &Action,
        target: CombatantId,
        cell: Cell,
        weapon: Option<WeaponSlot>,
    ) -> Result<Act, (Act, Refusal)> {
        let ActingCombatant { battle, rules, who, .. } = self.attacker;
        let guess = |weapon| Act { weapon, ..Act::guessing(action.id, target, cell) };
        let check = |act: Act| match self.refusal(&act) {
            None => Ok(act),
            Some(why) => Err((act, why)),
        };
        let at = Target::Guess { who: target, cell };
        if let Some(cast) = legal::usual_casting(battle.view(), rules, who, action, at) {
            return check(cast);
        }
        let armed = weapon.map_or_else(|| reach::usable_slots(battle.view(), who).into_vec(), |slot| vec![slot]);
        let tried = armed.into_iter().map(Some).filter(|_| action.check().is_some()).chain([None]);
        let mut all: Vec<_> = tried.map(|slot| check(guess(slot))).collect();
        let found = all.iter().position(Result::is_ok).unwrap_or(0);
        all.swap_remove(found)
    }

    /// Why a guess is refused. The target is imagined in the cell: the refusal must not reveal where it is.
    pub fn refusal(&self, act: &Act) -> Option<Refusal> {
        let ActingCombatant { battle, rules, who, occasion, .. } = self.attacker;
        legal::check_on(act.imagined(battle.view()), rules, who, act, occasion).err()
    }

    /// The hidden enemy meant by a click on a cell: the selected one, else the one last seen nearest to it.
    pub fn likely_target(&self, fog: &FogOfWar, selected: Option<CombatantId>, cell: Cell) -> Option<CombatantId> {
        let (metric, shape) = (self.attacker.rules.policies.board.distance, self.attacker.shape);
        let away = |who: &CombatantId| {
            let seen = fog.hiding().find(|(hiding, _)| hiding == who).and_then(|(_, seen)| seen);
            seen.map_or(u16::MAX, |seen| distance(shape, metric, seen, cell.into()))
        };
        let chosen = selected.filter(|who| self.attacker.knows_hidden(*who));
        let clicked = self.grid.get(cell);
        let fits = |who: &CombatantId| clicked.as_ref().is_some_and(|clicked| self.could_hold(*who, clicked));
        chosen.or_else(|| self.hidden.iter().copied().filter(fits).min_by_key(away))
    }
}
