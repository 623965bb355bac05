//! Choosing a facing: the choice of combatants that are newly flanked, or flanked while a new enemy threatens them.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Facing, Row, View};
use crate::content::{FacingPolicy, Flanking};
use crate::mechanics::{Game, attack, flanking, reach, status};
use crate::resolution::act::{Asks, Choice, Prompt};
use crate::resolution::event::BattleEvent;
use crate::resolution::state::{Company, Threats};
use crate::resolution::step::{Inputs, Remember};
use crate::rules::Ruleset;

/// The facing policy, if the ruleset has one.
pub fn policy(rules: &Ruleset) -> Option<&FacingPolicy> {
    match &rules.policies.flanking {
        Flanking::Separation { facing, .. } => facing.as_ref(),
        Flanking::OppositeEdges { .. } | Flanking::Line(_) => None,
    }
}

/// The facings a combatant may keep: all around, towards an enemy that threatens it, or a direction.
pub fn options(view: View<'_>, rules: &Ruleset, who: CombatantId) -> Vec<Facing> {
    let threats = threats_to(view, rules, who);
    let mut options = vec![Facing::AllAround];
    options.extend(threats.into_iter().map(Facing::Towards));
    options.extend(view.shape().directions().map(Facing::of));
    options
}

fn threats_to(view: View<'_>, rules: &Ruleset, who: CombatantId) -> Threats {
    let enemies = view.enemies_of(view.row(who).side).map(|row| row.id);
    enemies.filter(|enemy| reach::threatens(Game::new(view, rules.book()), *enemy, who)).collect()
}

/// Result of [`step`]: a combatant that may choose its facing, or one that has chosen.
pub enum Faced {
    /// A combatant is asked this question.
    Asked(CombatantId, Prompt),
    /// A combatant has chosen; holds the fact if its facing changed.
    Chosen(Option<BattleEvent>),
}

/// Asks the next combatant that may choose its facing, from this number on; `None` after the last.
pub fn step(from: u16, inputs: &mut Inputs<'_>) -> Option<Faced> {
    let policy = policy(inputs.rules)?;
    if let Some(Choice::Face(facing)) = inputs.answer.take() {
        let who = CombatantId(from);
        let turns = inputs.view.row(who).facing != facing;
        return Some(Faced::Chosen(turns.then_some(BattleEvent::FacingKept { who, facing, rule: policy.choice_rule })));
    }
    let (changed, looked) = (inputs.view.changed(), inputs.memory.facing.looked);
    if !looked.is_news(changed.bodies.max(changed.around)) {
        return None;
    }
    let mut news = News::of(inputs);
    for at in from..inputs.view.rows().len() as u16 {
        let who = CombatantId(at);
        if is_asked(who, &mut news, inputs) {
            let options = options(inputs.view, inputs.rules, who);
            return Some(Faced::Asked(who, Prompt { who, asks: Asks::Face { options } }));
        }
    }
    inputs.remember(Remember::Faced(news.company, inputs.view.revision()));
    None
}

/// Combatants whose threats must be computed again.
struct News {
    /// By combatant.
    fresh: SmallVec<[bool; 16]>,
    company: Company,
    /// Longest melee reach of any combatant, in cells.
    reach: u16,
    /// By combatant, where known: whether it could attack.
    able: SmallVec<[Option<bool>; 16]>,
}

impl News {
    fn of(inputs: &mut Inputs<'_>) -> News {
        let (game, noted) = (inputs.game(), &inputs.memory.facing);
        if noted.threats.len() != game.rows().len() {
            inputs.remember(Remember::Facing(game.rows().len()));
        }
        let all = noted.looked.is_news(game.changed().around);
        let (mut new, mut company): (SmallVec<[bool; 16]>, Company) = (SmallVec::new(), Company::new());
        for row in game.rows() {
            new.push(all || noted.looked.is_news(row.touched));
        }
        let mut fresh: SmallVec<[bool; 16]> = SmallVec::from_slice(&new);
        for &(one, other) in &noted.company {
            match new[one.index()] || new[other.index()] {
                true => fresh[one.index()] = true,
                false => company.push((one, other)),
            }
        }
        for row in game.present().filter(|row| new[row.id.index()]) {
            for other in game.others_in(row.id, game.footprint(row.id)) {
                fresh[other.id.index()] = true;
                company.extend([(row.id, other.id), (other.id, row.id)]);
            }
        }
        let longest = game.rows().iter().map(|row| reach::longest_reach(game, row.id)).max();
        let able = SmallVec::from_elem(None, game.rows().len());
        News { fresh, company, able, reach: reach::cells(game.book(), longest.unwrap_or(0)) }
    }

    fn is_about(&self, who: CombatantId) -> bool {
        self.fresh[who.index()]
    }
}

/// Updates who threatens a combatant. Whether it now has the choice: it is newly flanked, or flanked with a new threat.
fn is_asked(who: CombatantId, news: &mut News, inputs: &mut Inputs<'_>) -> bool {
    let (game, row) = (inputs.game(), inputs.view.row(who));
    let noted = &inputs.memory.facing;
    let before = noted.threats.get(who.index()).map_or(&[][..], |threats| threats);
    let was = noted.flanked.get(who.index()).is_some_and(|flanked| *flanked);
    let mut others = game.rows().iter().filter(|other| other.side != row.side);
    if !news.is_about(who) && !others.any(|other| news.is_about(other.id)) {
        debug_assert!(
            !can_choose(game.view, inputs.rules, who) || *before == threats_to(game.view, inputs.rules, who)[..]
        );
        return false;
    }
    let near = |enemy: &Row| enemy.position.is_within(&row.position, news.reach);
    let alone = before.is_empty() && !was;
    if alone && !game.enemies_of(row.side).any(near) {
        return false;
    }
    if !can_choose(game.view, inputs.rules, who) {
        if !alone {
            inputs.remember(Remember::Threats(who, Threats::new(), false));
        }
        return false;
    }
    let mut now = Threats::new();
    for enemy in game.enemies_of(row.side) {
        let threatens = match news.is_about(who) || news.is_about(enemy.id) {
            true => {
                let able = &mut news.able[enemy.id.index()];
                let may = || attack::may_attack(game, enemy.id).is_ok();
                near(enemy) && reach::threatens_if(game, enemy.id, who, || *able.get_or_insert_with(may))
            }
            false => before.contains(&enemy.id),
        };
        if threatens {
            now.push(enemy.id);
        }
    }
    debug_assert_eq!(now, threats_to(game.view, inputs.rules, who));
    let flanked = flanking::is_flanked_among(game, who, &now);
    let newcomer = now.iter().any(|threat| !before.contains(threat));
    if flanked != was || now[..] != *before {
        inputs.remember(Remember::Threats(who, now, flanked));
    }
    flanked && row.facing == Facing::AllAround && (newcomer || !was)
}

/// Whether a combatant is able to keep a facing.
fn can_choose(view: View<'_>, rules: &Ruleset, who: CombatantId) -> bool {
    !view.row(who).gone && status::can_act(Game::new(view, rules.book()), who)
}
