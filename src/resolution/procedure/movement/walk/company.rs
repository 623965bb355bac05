//! Combatants that move with a mover by its own doing or by theirs: those that it drags along, and one that clings to it.

use crate::battle::{PairFact, PairRelation};
use crate::content::Rule;
use crate::grid::Footprint;
use crate::mechanics::{movement, space};
use crate::resolution::event::{BattleEvent, Facts, Shift};
use crate::resolution::frame::Walk;
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::step::Inputs;

/// A mover that would have to buy more movement than its drag allows goes on alone (HD-290).
pub(super) fn left_behind(walk: &Walk, inputs: &Inputs<'_>, events: &mut Facts) {
    for fact in &inputs.view.row(walk.who).pairs.0 {
        let PairRelation::Drags(points) = fact.slant else { continue };
        let step = (walk.gait, momentum::step_cost(walk, inputs));
        if movement::buys_more_than(inputs.game(), walk.who, step, points) {
            let PairFact { towards, slant, .. } = *fact;
            events.push(BattleEvent::PairFactEnded { who: walk.who, towards, slant });
        }
    }
}

/// The part in the next step of a combatant that clings to the mover, with the rule that says so: it keeps its place beside the
/// mover as long as it can (HD-284).
pub(super) fn follows(walk: &mut Walk, to: Footprint, inputs: &Inputs<'_>) -> Option<(Shift, Rule)> {
    let game = inputs.game();
    let (who, steps, rule) = walk.follower.filter(|(who, steps, _)| *steps > 0 && !game.row(*who).gone)?;
    let (own, from) = (game.footprint(who), game.footprint(walk.who).anchor);
    let there = own.at(game.shape().carried(own.anchor, from, to.anchor));
    let way = game.shape().direction_of_step(own.anchor, there.anchor);
    let open = way.is_some_and(|way| game.board().step_cost(own.extent, own.anchor, way).is_some());
    let moved = game.with(walk.who, to);
    walk.follower = Some((who, steps - 1, rule));
    if !open || space::may_end(moved, who, there).is_err() {
        walk.follower = None;
        return None;
    }
    Some((shift::shift(game, who, there.anchor), rule))
}
