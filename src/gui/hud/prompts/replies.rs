//! The answers to a question that have a button.

use crate::battle::{CombatantId, Facing};
use crate::control::Orders;
use crate::resolution::{Asks, Choice, Pick, PickPurpose, Prompt};

/// An answer with a button.
pub struct Reply {
    /// The answer.
    pub choice: Choice,
    /// Whether it ends the standing order to move.
    pub halts: bool,
}

impl Reply {
    /// Applies its effect on standing orders.
    pub fn apply(&self, who: CombatantId, orders: &mut Orders) {
        if self.halts {
            orders.halt(who);
        }
    }
}

/// All answers that have a button. A combatant moving under orders may wait and continue, or stop.
pub fn replies(prompt: &Prompt, orders: &Orders) -> Vec<Reply> {
    let plain = choices(&prompt.asks).into_iter().map(|choice| Reply { choice, halts: false });
    let stops = is_entry(prompt) && is_moving(orders, prompt.who);
    plain.chain(stops.then_some(Reply { choice: Choice::Pick(Pick::No), halts: true })).collect()
}

/// Whether a combatant is moving under orders.
pub fn is_moving(orders: &Orders, who: CombatantId) -> bool {
    orders.walks().any(|(walker, _)| walker == who)
}

/// The answers that stand in a row; directions are on the compass.
fn choices(asks: &Asks) -> Vec<Choice> {
    match asks {
        Asks::Act | Asks::Cell { .. } => Vec::new(),
        Asks::Pick { options, .. } => options.iter().copied().map(Choice::Pick).collect(),
        Asks::React { options, .. } => options.iter().copied().map(Choice::React).chain([Choice::Pass]).collect(),
        Asks::Face { options } => {
            let named = options.iter().filter(|facing| !matches!(facing, Facing::Direction(_)));
            named.copied().map(Choice::Face).collect()
        }
    }
}

/// Whether the question is if an occupied cell is entered.
pub fn is_entry(prompt: &Prompt) -> bool {
    matches!(&prompt.asks, Asks::Pick { purpose: PickPurpose::EnterAnyway, .. })
}
