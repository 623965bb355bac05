//! What the turns of enemies that come before one's own next can do to a side, where a turn has several actions.
//!
//! Time is what everything costs there as well: who must come first strikes less often. Nobody knows whom an enemy goes
//! for; it is taken to like best whom it can strike most often.

use std::cell::OnceCell;

use smallvec::SmallVec;

use super::folk::Fighter;
use super::mind::Mind;
use crate::battle::CombatantId;
use crate::content::advantage::{AdvantageKind, AdvantageTally, NetAdvantage};
use crate::content::breakdown::{Sums, Total};
use crate::grid::{Footprint, distance};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{advantage, cover, movement, reach, status};

/// Friends among whom an enemy chooses: those nearest to it.
const CHOICE: usize = 6;
/// Cells by which a way round may be shorter than it looks, where every second diagonal counts for two.
const SLACK: i32 = 1;

/// What the coming turns of all enemies may cost the side of one who decides where to be.
pub struct Peril<'m, 'a> {
    mind: &'m Mind<'a>,
    foes: Vec<Foe>,
}

/// One enemy and its next turn.
struct Foe {
    id: CombatantId,
    space: Footprint,
    actions: i32,
    /// Actions it needs before it can walk.
    rises: i32,
    /// Cells it walks with one action; 0 if it cannot.
    pace: i32,
    reach: i32,
    /// How often it can strike by how far away somebody is, as long as it can at all.
    strikes: SmallVec<[i32; 48]>,
    shoots: bool,
    /// What it does to the one who decides; seldom asked of those who cannot come.
    blow: OnceCell<Blow>,
    /// What it costs by how often it attacks the one who decides.
    shares: OnceCell<SmallVec<[(i64, i64); 4]>>,
    /// Weights of its other targets, and what it would do to each, weighed.
    others: (i32, i64),
    /// What it does to them if it cannot come to the one who decides.
    elsewhere: i64,
}

/// One attack of an enemy on somebody.
#[derive(Copy, Clone, Debug, Default)]
struct Blow {
    /// What it costs on average.
    value: i32,
    /// How often it hits, in thousandths.
    chance: i32,
}

impl<'m, 'a> Peril<'m, 'a> {
    /// Looks at every enemy that could come to where the one who decides is, or can get to. What the others do is the same
    /// wherever it is.
    pub fn of(mind: &'m Mind<'a>) -> Peril<'m, 'a> {
        let walks = mind.stride.cells(mind.view.row(mind.who).turn_state.actions.max(1).into());
        let own = mind.view.footprint(mind.who);
        let foes =
            mind.foes().map(|foe| (Foe::of(mind, foe), foe)).filter(|(found, _)| found.may_come(mind, own, walks));
        Peril { mind, foes: foes.map(|(found, foe)| found.among_others(mind, foe)).collect() }
    }

    /// What it costs the side if the one who decides ends its turn there.
    pub fn at(&self, there: Footprint) -> i32 {
        self.sum(|foe| foe.strikes(self.mind, there))
    }

    /// The same in the open: nothing shields from those who shoot. Much sooner known.
    pub fn at_most(&self, there: Footprint) -> i32 {
        self.sum(|foe| if foe.shoots { foe.actions } else { foe.strikes(self.mind, there) })
    }

    /// No more than what it costs there, whoever is seen. Much sooner known.
    pub fn at_least(&self, there: Footprint) -> i32 {
        let worth = i64::from(self.mind.me().worth);
        let (mut own, mut others) = (0, 0);
        for foe in &self.foes {
            let share = |strikes: i32| self.share(foe, strikes, worth);
            let (least, most) = foe.strikes_between(self.mind, there);
            let (less, more) = (share(least), share(most));
            own += less.0.min(more.0);
            others += less.1.min(more.1);
        }
        (own.min(worth) + others) as i32
    }

    /// What a foe that attacks the one who decides so often costs: of its own life, and of others.
    fn share(&self, foe: &Foe, strikes: i32, worth: i64) -> (i64, i64) {
        if strikes == 0 {
            return (0, foe.elsewhere);
        }
        let shares =
            foe.shares.get_or_init(|| (0..=foe.actions).map(|strikes| self.shared(foe, strikes, worth)).collect());
        usize::try_from(strikes).ok().and_then(|strikes| shares.get(strikes)).copied().unwrap_or_default()
    }

    fn shared(&self, foe: &Foe, strikes: i32, worth: i64) -> (i64, i64) {
        let value = foe.blow(self.mind).value;
        let (weight, share) = (strikes * strikes, i64::from(strikes * value).min(worth));
        let all = i64::from((weight + foe.others.0).max(1));
        (i64::from(weight) * share / all, foe.others.1 / all)
    }

    fn sum(&self, strikes: impl Fn(&Foe) -> i32) -> i32 {
        let worth = i64::from(self.mind.me().worth);
        let (mut own, mut others) = (0, 0);
        for foe in &self.foes {
            let (mine, theirs) = self.share(foe, strikes(foe), worth);
            own += mine;
            others += theirs;
        }
        (own.min(worth) + others) as i32
    }

    /// What it saves if the first attack on the one who decides has disadvantage.
    pub fn first_spoilt(&self, there: Footprint) -> i32 {
        let saved = self.foes.iter().filter_map(|foe| {
            let strikes = Some(foe.strikes(self.mind, there)).filter(|strikes| *strikes > 0)?;
            let (weight, blow) = (strikes * strikes, foe.blow(self.mind));
            Some(blow.value * (1000 - blow.chance) / 1000 * weight / (weight + foe.others.0).max(1))
        });
        saved.max().unwrap_or(0)
    }
}

impl Foe {
    fn of(mind: &Mind<'_>, foe: &Fighter) -> Foe {
        let (view, book, row) = (mind.view, mind.book(), mind.view.row(foe.id));
        let lost = i32::from(status::lost_actions(view, book, foe.id).0);
        let lies = row.stance.held.is_some_and(|held| mind.keeps_from_walking(held));
        let pace = if foe.is_stuck(mind) {
            0
        } else {
            i32::from(movement::cells_on_count(&book.policies.movement.pace, row.sheet.rate, 1))
        };
        Foe {
            id: foe.id,
            space: view.footprint(foe.id),
            actions: (mind.actions_of_a_turn() - lost).max(0),
            rises: i32::from(lies),
            pace,
            reach: i32::from(foe.reach.max(1)),
            strikes: SmallVec::new(),
            shoots: foe.shoots,
            blow: OnceCell::new(),
            shares: OnceCell::new(),
            others: (0, 0),
            elsewhere: 0,
        }
        .with_strikes()
    }

    /// Whether it could attack the one who decides somewhere within so many cells of where it is.
    fn may_come(&self, mind: &Mind<'_>, own: Footprint, cells: u16) -> bool {
        let apart = distance(mind.view.shape(), mind.book().policies.board.distance, self.space, own);
        let gap = i32::from(apart) - i32::from(cells) - self.reach - SLACK;
        self.shoots || gap <= self.pace * (self.actions - self.rises - 1).max(0)
    }

    /// The same with what it could do to the friends nearest to it instead.
    fn among_others(mut self, mind: &Mind<'_>, foe: &Fighter) -> Foe {
        let (view, book) = (mind.view, mind.book());
        let mut friends: SmallVec<[(u16, &Fighter); 8]> =
            mind.friends().map(|friend| (mind.apart(self.id, friend.id), friend)).collect();
        if friends.len() > CHOICE {
            friends.select_nth_unstable_by_key(CHOICE - 1, |(apart, friend)| (*apart, friend.id));
            friends.truncate(CHOICE);
        }
        for (_, friend) in friends {
            let sees = || cover::sees(view, book, self.id, friend.id);
            let strikes = self.strikes_at(mind, view.footprint(friend.id), sees);
            if strikes > 0 {
                let cost = (strikes * blow(mind, foe, friend).value).min(friend.worth);
                self.others.0 += strikes * strikes;
                self.others.1 += i64::from(strikes * strikes) * i64::from(cost);
            }
        }
        self.elsewhere = self.others.1 / i64::from(self.others.0.max(1));
        self
    }

    fn blow(&self, mind: &Mind<'_>) -> Blow {
        *self.blow.get_or_init(|| blow(mind, mind.folk.get(self.id), mind.me()))
    }

    /// How often it can attack the one who decides on a footprint.
    fn strikes(&self, mind: &Mind<'_>, there: Footprint) -> i32 {
        self.strikes_at(mind, there, || cover::sees(mind.view.with(mind.who, there), mind.book(), self.id, mind.who))
    }

    /// The same at least and at most, seen or not.
    fn strikes_between(&self, mind: &Mind<'_>, there: Footprint) -> (i32, i32) {
        (self.strikes_at(mind, there, || false), self.strikes_at(mind, there, || true))
    }

    /// How often it can attack somebody on a footprint, who may have to be seen for that.
    fn strikes_at(&self, mind: &Mind<'_>, there: Footprint, sees: impl Fn() -> bool) -> i32 {
        if self.shoots {
            return if sees() { self.actions } else { (self.actions - self.rises - 1).max(0) };
        }
        let apart = distance(mind.view.shape(), mind.book().policies.board.distance, self.space, there);
        self.strikes.get(usize::from(apart)).copied().unwrap_or(0)
    }

    /// How often it can strike somebody at every distance at which it can.
    fn with_strikes(mut self) -> Foe {
        let at = |apart: i32| match apart - self.reach {
            ..=0 => self.actions,
            _ if self.pace == 0 => 0,
            gap => (self.actions - self.rises - (gap + self.pace - 1) / self.pace).max(0),
        };
        self.strikes = (0..).map(at).take_while(|strikes| *strikes > 0).collect();
        self
    }
}

/// How often the best attack of an enemy hits the one who decides, in thousandths.
pub fn chance(mind: &Mind<'_>, foe: &Fighter) -> i32 {
    blow(mind, foe, mind.me()).chance
}

/// The best attack of an enemy on somebody with what it has in hand.
fn blow(mind: &Mind<'_>, foe: &Fighter, target: &Fighter) -> Blow {
    let (view, book, row) = (mind.view, mind.book(), mind.view.row(foe.id));
    let slots: SmallVec<[_; 4]> = reach::usable_slots(view, foe.id);
    let mut best: Option<Blow> = None;
    for (slot, entry) in slots.into_iter().filter_map(|slot| Some((slot, row.sheet.weapon(slot)?))) {
        let mode = if entry.weapon.melee.is_some() { Mode::Melee } else { Mode::Ranged };
        let pair = (foe.id, target.id);
        let plain = mind.weighed.chance(mind, pair, slot, || {
            let needed =
                attack::defence::<Total>(view, book, foe.id, target.id, None, mode).1.total() - entry.to_hit.total();
            (21 - i32::from(needed)).clamp(1, 20) * 50
        });
        let harm = (entry.weapon.damage.mean_times_two() * 50 + i32::from(entry.damage.total()) * 100).max(0);
        let part = harm.min(target.life) * 1000 / target.life.max(100);
        let value = |chance: i32| target.worth * part / 1000 * chance / 1000;
        // What leans a roll takes longest to know: not asked of what is worse however it leans.
        if best.is_some_and(|best| value(leaning(plain, Some(AdvantageKind::Advantage))) < best.value) {
            continue;
        }
        let lean = || advantage::of_attack::<NetAdvantage>(view, book, foe.id, target.id, mode).net();
        let chance = leaning(plain, mind.weighed.lean(mind, pair, mode, lean));
        best = best.filter(|best| best.value > value(chance)).or(Some(Blow { value: value(chance), chance }));
    }
    best.unwrap_or_default()
}

/// A chance in thousandths with the better or the worse of two dice.
pub fn leaning(chance: i32, net: Option<AdvantageKind>) -> i32 {
    match net {
        Some(AdvantageKind::Advantage) => 1000 - (1000 - chance) * (1000 - chance) / 1000,
        Some(AdvantageKind::Disadvantage) => chance * chance / 1000,
        None => chance,
    }
}
