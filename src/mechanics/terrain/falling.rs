//! Which combatants have no support, and falling damage (Fragments: TA-138 to TA-141, TA-145, TA-229, TA-236, TA-G17).

use crate::battle::{CombatantId, View};
use crate::content::{Breakdown, CatchIn, ClimbPolicy, FallPolicy, HeightPolicy, Label, Name, Rule, Size, SkillPolicy};
use crate::dice::{Dice, DiceFormula};
use crate::grid::{Distance, Grip, burst_around};
use crate::mechanics::{Game, flight, grapple, height, status};

/// The best surface a combatant in the air can cling to: beside it and at least as high.
pub fn surface(view: View<'_>, id: CombatantId) -> Option<Grip> {
    let (body, height, board) = (view.footprint(id), height::of(view, id), view.board());
    let around = burst_around(board, Distance::DiagonalsCostOne, body, 1);
    let beside = around.into_iter().filter(|cell| !body.contains(view.shape(), *cell));
    let sides = beside.filter(|cell| {
        let terrain = board.terrain(*cell);
        let solid = terrain.cost.is_none() && terrain.deep.is_none();
        solid || (terrain.cost.is_some() && board.elevation(*cell) >= height)
    });
    sides.map(|cell| board.terrain(cell).grip).min()
}

/// Whether a combatant has no support and will fall.
pub fn is_unsupported(game: Game<'_>, id: CombatantId) -> bool {
    let Some(policy) = &game.policies.height else { return false };
    let row = game.row(id);
    if row.gone || game.field().weightless || game.altitude(id) <= 0 {
        return false;
    }
    // Combatants in a clinch move together: one that leaps, flies or clings supports the others (TA-229, TA-236).
    let holds_on = |id: CombatantId| {
        let clings = game.row(id).conditions.has(policy.climb.clinging);
        clings && status::is_conscious(game, id) && surface(game.view, id).is_some()
    };
    let stays = |id: CombatantId| height::is_leaping(game.view, id) || flight::is_aloft(game, id) || holds_on(id);
    !stays(id) && !grapple::clinched(game.view, id).into_iter().any(stays)
}

/// The check by which a falling combatant catches hold.
pub fn catching_skill(policy: &ClimbPolicy) -> &SkillPolicy {
    match &policy.catch_in {
        CatchIn::Falls => &policy.skill,
        CatchIn::Jumps(skill) => skill,
    }
}

/// The rule by which a jump makes the fall at its end lighter, or else the rule of falling.
pub fn eases_rule(policy: &HeightPolicy) -> Rule {
    policy.jump.rolled().map_or(policy.fall.pace_rule, |jump| jump.eases_rule)
}

/// Effective height of a fall in the board's unit: reduced by jumping and water, and limited to a maximum (TA-138 to TA-141).
pub fn effective_height(policy: &FallPolicy, fallen: i16, eased: i16, eases_rule: Rule, in_water: bool) -> Breakdown {
    let mut height = Breakdown::of([(Label::Base, fallen.max(0), policy.pace_rule)]);
    height.add_if(Label::Named(Name::new("jump")), -eased.clamp(0, fallen.max(0)), eases_rule);
    if in_water {
        let off = i16::try_from(policy.water).unwrap_or(i16::MAX).min(height.total());
        height.add_if(Label::Named(Name::new("water")), -off, policy.water_rule);
    }
    let beyond = height.total().saturating_sub_unsigned(policy.most).max(0);
    height.add_if(Label::Named(Name::new("the most that counts")), -beyond, policy.most_rule);
    height
}

/// Damage die per distance fallen, by size (TA-145, TA-G17).
pub fn die(policy: &FallPolicy, size: Size) -> DiceFormula {
    let fitting = policy.dice.iter().filter(|row| row.size <= size).max_by_key(|row| row.size);
    fitting.or(policy.dice.iter().min_by_key(|row| row.size)).map_or(DiceFormula::constant(0), |row| row.die)
}

/// Rolls the damage of a fall of this effective height (TA-138).
pub fn roll_damage(policy: &FallPolicy, size: Size, height: i16, dice: &mut Dice) -> i32 {
    let stretches = height.max(0).unsigned_abs().min(policy.most) / policy.per.max(1);
    let die = die(policy, size);
    (0..stretches).map(|_| dice.roll(&die).total).sum()
}
