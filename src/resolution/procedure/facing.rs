//! The choice of a facing by one who has just been flanked, or whom a new enemy has come near.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Facing, View};
use crate::content::policy::{FacingPolicy, Flanking};
use crate::mechanics::{flanking, reach, status};
use crate::resolution::act::{Asks, Choice, Prompt};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Frame, Upkeep, UpkeepStage};
use crate::resolution::step::{Inputs, Next, Step};
use crate::rules::Ruleset;

/// The facing policy of a ruleset that has one.
pub fn policy(rules: &Ruleset) -> Option<&FacingPolicy> {
    match &rules.policies.flanking {
        Flanking::Separation { facing, .. } => facing.as_ref(),
        Flanking::OppositeEdges { .. } => None,
    }
}

/// The facings one may keep: all around, towards each enemy who can strike it, or in a direction.
pub fn options(view: View<'_>, rules: &Ruleset, who: CombatantId) -> Vec<Facing> {
    let threats = threats_to(view, rules, who);
    let mut options = vec![Facing::AllAround];
    options.extend(threats.into_iter().map(Facing::Towards));
    options.extend(view.shape().directions().map(Facing::of));
    options
}

fn threats_to(view: View<'_>, rules: &Ruleset, who: CombatantId) -> SmallVec<[CombatantId; 8]> {
    let enemies = view.enemies_of(view.row(who).side).map(|row| row.id);
    enemies.filter(|enemy| reach::threatens(view, rules.book(), *enemy, who)).collect()
}

/// Asks the next one who has the choice.
pub fn step(mut upkeep: Upkeep, from: u16, inputs: &mut Inputs<'_>) -> Step {
    let Some(policy) = policy(inputs.rules) else { return on(upkeep) };
    let mut events = Vec::new();
    if let Some(Choice::Face(facing)) = inputs.answer.take() {
        let who = CombatantId(from);
        if inputs.view.row(who).facing != facing {
            events.push(BattleEvent::FacingKept { who, facing, rule: policy.choice_rule });
        }
        upkeep.stage = UpkeepStage::Facing(from + 1);
        return Step::new(events, Next::Resume(Frame::Upkeep(upkeep)));
    }
    let count = inputs.view.rows().len();
    inputs.memory.threats.resize(count, Vec::new());
    inputs.memory.flanked.resize(count, false);
    for at in from..count as u16 {
        let who = CombatantId(at);
        if is_asked(who, inputs) {
            upkeep.stage = UpkeepStage::Facing(at);
            let options = options(inputs.view, inputs.rules, who);
            return Step::silent(Next::Ask(Frame::Upkeep(upkeep), Prompt { who, asks: Asks::Face { options } }));
        }
    }
    on(upkeep)
}

fn on(mut upkeep: Upkeep) -> Step {
    upkeep.stage = UpkeepStage::Goals;
    Step::silent(Next::Resume(Frame::Upkeep(upkeep)))
}

/// Notes who can strike a combatant now; whether that gives it the choice: it has just been flanked, or is flanked and
/// somebody new has come near.
fn is_asked(who: CombatantId, inputs: &mut Inputs<'_>) -> bool {
    let row = inputs.view.row(who);
    if row.gone || !status::can_act(inputs.view, inputs.book(), who) {
        inputs.memory.threats[who.index()].clear();
        inputs.memory.flanked[who.index()] = false;
        return false;
    }
    let now = threats_to(inputs.view, inputs.rules, who);
    let flanked = flanking::is_flanked_among(inputs.view, inputs.book(), who, &now);
    let was = std::mem::replace(&mut inputs.memory.flanked[who.index()], flanked);
    let before = &mut inputs.memory.threats[who.index()];
    let newcomer = now.iter().any(|threat| !before.contains(threat));
    before.clear();
    before.extend(now);
    flanked && row.facing == Facing::AllAround && (newcomer || !was)
}
