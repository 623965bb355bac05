//! Acts and answers in words.

use crate::battle::{ActiveSpell, CombatantId, Facing, GearPiece, Snapshot, View};
use crate::grid::Direction;
use crate::resolution::{Act, Choice, Pick, Target};
use crate::rules::Ruleset;

/// A facing in words.
pub fn facing_words(view: View<'_>, facing: Facing) -> String {
    match facing {
        Facing::AllAround => "all around".to_owned(),
        Facing::Direction(way) => view.shape().direction_name(Direction(way)).to_owned(),
        Facing::Towards(who) => view.find(who).map_or("?", |row| &row.name).to_owned(),
    }
}

/// The names of combatants, separated by commas.
pub fn names(snapshot: &Snapshot, ids: &[CombatantId]) -> String {
    let names: Vec<&str> = ids.iter().filter_map(|id| snapshot.rows.get(id.index())).map(|row| &*row.name).collect();
    names.join(", ")
}

/// An answer in words.
pub fn choice_words(view: View<'_>, rules: &Ruleset, choice: &Choice) -> String {
    let name = |who: CombatantId| view.find(who).map_or("?", |row| &row.name).to_owned();
    match choice {
        Choice::Act(act) => act_words(view, rules, None, act),
        Choice::Cell(cell) => format!("to {cell}"),
        Choice::Pick(Pick::Yes) => "yes".to_owned(),
        Choice::Pick(Pick::No) => "no".to_owned(),
        Choice::Pick(Pick::Defence(stat)) => stat.word().to_owned(),
        Choice::Pick(Pick::Action(action)) => action_name(rules, *action),
        Choice::Pick(Pick::Ally(who)) => name(*who),
        Choice::Pick(Pick::TheirAttacks) => "their attacks".to_owned(),
        Choice::Pick(Pick::TheirDefence) => "their defence".to_owned(),
        Choice::Pick(Pick::Target(who)) => name(*who),
        Choice::Pick(Pick::Item(who, thing)) => {
            let row = view.find(*who);
            row.map_or_else(|| "?".to_owned(), |row| format!("the {}", row.sheet.thing_name(*thing).to_lowercase()))
        }
        Choice::Pick(Pick::Take) => "take it".to_owned(),
        Choice::Pick(Pick::Fling) => "fling it away".to_owned(),
        Choice::Pick(Pick::Points(some)) => format!("{some} hit points"),
        Choice::React(reaction) => reaction.as_str().replace('_', " "),
        Choice::Face(facing) => facing_words(view, *facing),
        Choice::Pass => "pass".to_owned(),
    }
}

/// The name of an action.
pub fn action_name(rules: &Ruleset, action: crate::content::Name) -> String {
    rules.actions.get(action).map_or_else(|| action.as_str().replace('_', " "), |found| found.name.clone())
}

/// An act in words.
pub fn act_words(view: View<'_>, rules: &Ruleset, who: Option<CombatantId>, act: &Act) -> String {
    let action = action_name(rules, act.action);
    match &act.target {
        Target::Own | Target::Weapon(_) => action,
        Target::Found(weapon) => format!("{action}: {}", weapon.as_str().replace('_', " ")),
        Target::Known(spell) => format!("{action}: {}", action_name(rules, *spell)),
        Target::Whoever => {
            let sheet = who.and_then(|who| view.find(who)).map(|row| &row.sheet);
            let with = sheet.zip(act.weapon).map(|(sheet, slot)| sheet.thing_name(GearPiece::Weapon(slot)));
            with.map_or_else(|| action.clone(), |with| format!("{action} with {with}"))
        }
        Target::Ready(readied) => {
            let watch = rules.policies.ready.as_ref().and_then(|policy| policy.watch(readied.watch));
            let when = watch.map_or("?", |watch| &watch.name);
            format!("{} when {when}", act_words(view, rules, who, &readied.act).to_lowercase())
        }
        Target::Combatant(who) => format!("{action}: {}", view.find(*who).map_or("?", |row| &row.name)),
        Target::Guess { who, cell } => {
            format!("{action}: {} at {cell}", view.find(*who).map_or("?", |row| &row.name))
        }
        Target::Cell(cell) => format!("{action} at {cell}"),
        Target::Path(path) | Target::Flight { path, .. } => {
            path.last().map_or_else(|| format!("{action}: stay"), |to| format!("{action} to {to}"))
        }
        Target::Facing(facing) => format!("{action}: {}", facing_words(view, *facing)),
        Target::Cast(casting) => {
            let plain = Act { target: casting.at.clone(), ..act.clone() };
            let words = act_words(view, rules, who, &plain);
            let prepared = rules.policies.magic.as_ref().is_some_and(|magic| magic.preparing().is_some());
            if prepared { words } else { format!("{words} for {} energy", casting.energy.total()) }
        }
        Target::Spell(id) => view.spell(*id).map_or_else(
            || action.clone(),
            |spell| format!("{action}: {} {}", action_name(rules, spell.spell), spell_place(view, spell)),
        ),
    }
}

/// Where or on whom a spell lasts, to follow its name.
pub fn spell_place(view: View<'_>, spell: &ActiveSpell) -> String {
    match &spell.at {
        Target::Cell(cell) => format!("at {cell}"),
        _ => {
            let on = spell.target().and_then(|who| view.find(who));
            format!("on {}", on.map_or("?", |row| &row.name))
        }
    }
}
