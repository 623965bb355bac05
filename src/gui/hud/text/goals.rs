//! Goals in words.

use crate::content::goal::{Goal, GoalZone, Loss};
use crate::content::policy::TurnOrder;
use crate::grid::Cell;

/// A goal as an order: `hold the bridge alone for 60 s (10 rounds)`. `name` looks up combatants by index.
pub fn goal_words(goal: &Goal, turn: &TurnOrder, name: impl Fn(u16) -> String) -> String {
    match goal {
        Goal::DefeatAll => "eliminate all enemies".to_owned(),
        Goal::Defeat(who) => format!("defeat {}", name(*who)),
        Goal::Hold { zone, counts } => format!("hold the {} alone for {}", zone.name, turn.span_words(*counts)),
        Goal::Escape { zone, many } => format!("get {many} units out through the {}", zone.name),
        Goal::Last { count } => format!("still stand after {}", turn.span_words(*count)),
    }
}

/// The words with a capital first letter.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A zone by its corners, named like the rulers of the board.
pub fn zone_words(zone: &GoalZone) -> String {
    let (xs, ys) = (zone.cells.iter().map(|cell| cell.x), zone.cells.iter().map(|cell| cell.y));
    let corners = xs.clone().min().zip(ys.clone().min()).zip(xs.max().zip(ys.max()));
    match corners {
        Some((from, to)) if from != to => {
            let cells = zone.cells.len();
            format!("The {}: {cells} cells from {} to {}", zone.name, Cell::new(from.0, from.1), Cell::new(to.0, to.1))
        }
        Some((only, _)) => format!("The {}: {}", zone.name, Cell::new(only.0, only.1)),
        None => zone.name.to_string(),
    }
}

/// A condition of defeat in words.
pub fn loss_words(loss: &Loss, name: impl Fn(u16) -> String) -> String {
    match loss {
        Loss::Fallen(who) => format!("{} falls", name(*who)),
    }
}
