//! The danger of ending a turn at a position, where a turn has several actions.
//!
//! Time is what everything costs here as well: an enemy that must walk first attacks less often. Its choice of target is
//! unknown; it is assumed to prefer the target it can attack most often.

use super::enemy_turn::EnemyTurn;
use crate::control::ai::model::Situation;
use crate::grid::Footprint;

/// The expected cost of all enemy turns before the acting combatant's next one, by where it ends this turn.
pub struct DangerEstimate<'m, 'a> {
    situation: &'m Situation<'a>,
    enemies: Vec<EnemyTurn>,
}

impl<'m, 'a> DangerEstimate<'m, 'a> {
    /// Considers every enemy that could attack the acting combatant anywhere it can walk in this turn. What other enemies do
    /// is the same wherever it ends its turn.
    pub fn of(situation: &'m Situation<'a>) -> DangerEstimate<'m, 'a> {
        let walks = situation.stride.cells(situation.view.row(situation.actor).turn_state.actions.max(1).into());
        let own = situation.view.footprint(situation.actor);
        let turns = situation.enemies().map(|enemy| (EnemyTurn::of(situation, enemy), enemy));
        let relevant = turns.filter(|(turn, _)| turn.may_come(situation, own, walks));
        let enemies = relevant.map(|(turn, enemy)| turn.with_other_targets(situation, enemy)).collect();
        DangerEstimate { situation, enemies }
    }

    /// The cost to the side if the acting combatant ends its turn at a footprint.
    pub fn at(&self, there: Footprint) -> i32 {
        self.sum(|enemy| enemy.attacks(self.situation, there))
    }

    /// The cost if nothing gives cover from ranged enemies. Much quicker than [`at`](DangerEstimate::at).
    pub fn in_the_open(&self, there: Footprint) -> i32 {
        self.sum(|enemy| if enemy.is_ranged { enemy.actions } else { enemy.attacks(self.situation, there) })
    }

    /// Lower bound on the cost, whatever the lines of sight. Much quicker than [`at`](DangerEstimate::at).
    pub fn lower_bound(&self, there: Footprint) -> i32 {
        let value = i64::from(self.situation.own().value);
        let (mut own, mut others) = (0, 0);
        for enemy in &self.enemies {
            let (fewest, most) = enemy.attack_bounds(self.situation, there);
            let (less, more) = (self.costs(enemy, fewest, value), self.costs(enemy, most, value));
            own += less.0.min(more.0);
            others += less.1.min(more.1);
        }
        (own.min(value) + others) as i32
    }

    /// The cost saved if the first attack on the acting combatant has disadvantage.
    pub fn saved_by_guard(&self, there: Footprint) -> i32 {
        let saved = self.enemies.iter().filter_map(|enemy| {
            let attacks = Some(enemy.attacks(self.situation, there)).filter(|attacks| *attacks > 0)?;
            let (weight, attack) = (attacks * attacks, enemy.attack(self.situation));
            Some(attack.cost * (1000 - attack.chance) / 1000 * weight / (weight + enemy.others.0).max(1))
        });
        saved.max().unwrap_or(0)
    }

    fn sum(&self, attacks: impl Fn(&EnemyTurn) -> i32) -> i32 {
        let value = i64::from(self.situation.own().value);
        let (mut own, mut others) = (0, 0);
        for enemy in &self.enemies {
            let (mine, theirs) = self.costs(enemy, attacks(enemy), value);
            own += mine;
            others += theirs;
        }
        (own.min(value) + others) as i32
    }

    /// The costs to the acting combatant and to its allies if an enemy makes this many attacks on the former.
    fn costs(&self, enemy: &EnemyTurn, attacks: i32, value: i64) -> (i64, i64) {
        if attacks == 0 {
            return (0, enemy.cost_elsewhere);
        }
        let compute = |attacks| self.uncached_costs(enemy, attacks, value);
        let costs = enemy.costs.get_or_init(|| (0..=enemy.actions).map(compute).collect());
        usize::try_from(attacks).ok().and_then(|attacks| costs.get(attacks)).copied().unwrap_or_default()
    }

    fn uncached_costs(&self, enemy: &EnemyTurn, attacks: i32, value: i64) -> (i64, i64) {
        let cost = enemy.attack(self.situation).cost;
        let (weight, cost) = (attacks * attacks, i64::from(attacks * cost).min(value));
        let all = i64::from((weight + enemy.others.0).max(1));
        (i64::from(weight) * cost / all, enemy.others.1 / all)
    }
}
