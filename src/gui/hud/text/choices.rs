//! Acts and answers in words.

use crate::battle::{ActiveSpell, CombatantId, Facing, GearPiece, Sheet};
use crate::grid::Direction;
use crate::gui::hud::params::HudParams;
use crate::resolution::{Act, Choice, Pick, Target};
use crate::rules::Ruleset;

/// A facing in words.
pub fn facing_words(params: &HudParams, facing: Facing) -> String {
    match facing {
        Facing::AllAround => "all around".to_owned(),
        Facing::Direction(way) => params.layout.shape().direction_name(Direction(way)).to_owned(),
        Facing::Towards(who) => params.name(who).to_owned(),
    }
}

/// An answer in words.
pub fn choice_words(params: &HudParams, choice: &Choice) -> String {
    match choice {
        Choice::Act(act) => act_words(params, None, act),
        Choice::Cell(cell) => format!("to {cell}"),
        Choice::Pick(Pick::Yes) => "yes".to_owned(),
        Choice::Pick(Pick::No) => "no".to_owned(),
        Choice::Pick(Pick::Defence(stat)) => stat.word().to_owned(),
        Choice::Pick(Pick::Action(action)) => action_name(params.rules(), *action),
        Choice::Pick(Pick::Ally(who) | Pick::Target(who)) => params.name(*who).to_owned(),
        Choice::Pick(Pick::TheirAttacks) => "their attacks".to_owned(),
        Choice::Pick(Pick::TheirDefence) => "their defence".to_owned(),
        Choice::Pick(Pick::Item(who, thing)) => {
            let name = |sheet: &Sheet| format!("the {}", sheet.thing_name(*thing).to_lowercase());
            params.combatants.get(*who).map_or_else(|| "?".to_owned(), |data| name(&data.sheet.0))
        }
        Choice::Pick(Pick::Take) => "take it".to_owned(),
        Choice::Pick(Pick::Fling) => "fling it away".to_owned(),
        Choice::Pick(Pick::Points(some)) => format!("{some} hit points"),
        Choice::React(reaction) => reaction.as_str().replace('_', " "),
        Choice::Face(facing) => facing_words(params, *facing),
        Choice::Pass => "pass".to_owned(),
    }
}

/// The name of an action.
pub fn action_name(rules: &Ruleset, action: crate::content::Name) -> String {
    rules.actions.get(action).map_or_else(|| action.as_str().replace('_', " "), |found| found.name.clone())
}

/// An act in words.
pub fn act_words(params: &HudParams, who: Option<CombatantId>, act: &Act) -> String {
    let rules = params.rules();
    let action = action_name(rules, act.action);
    match &act.target {
        Target::Own | Target::Weapon(_) => action,
        Target::Found(weapon) => format!("{action}: {}", weapon.as_str().replace('_', " ")),
        Target::Known(spell) => format!("{action}: {}", action_name(rules, *spell)),
        Target::Whoever => {
            let data = who.and_then(|who| params.combatants.get(who));
            let with = data.zip(act.weapon).map(|(data, slot)| data.sheet.0.thing_name(GearPiece::Weapon(slot)));
            with.map_or_else(|| action.clone(), |with| format!("{action} with {with}"))
        }
        Target::Ready(readied) => {
            let watch = rules.policies.ready.as_ref().and_then(|policy| policy.watch(readied.watch));
            let when = watch.map_or("?", |watch| &watch.name);
            format!("{} when {when}", act_words(params, who, &readied.act).to_lowercase())
        }
        Target::Combatant(who) => format!("{action}: {}", params.name(*who)),
        Target::Guess { who, cell } => format!("{action}: {} at {cell}", params.name(*who)),
        Target::Cell(cell) => format!("{action} at {cell}"),
        Target::Path(path) | Target::Flight { path, .. } => {
            path.last().map_or_else(|| format!("{action}: stay"), |to| format!("{action} to {to}"))
        }
        Target::Facing(facing) => format!("{action}: {}", facing_words(params, *facing)),
        Target::Cast(casting) => {
            let plain = Act { target: casting.at.clone(), ..act.clone() };
            let words = act_words(params, who, &plain);
            let prepared = rules.policies.magic.as_ref().is_some_and(|magic| magic.preparing().is_some());
            if prepared { words } else { format!("{words} for {} energy", casting.energy.total()) }
        }
        Target::Spell(id) => params.spell(*id).map_or_else(
            || action.clone(),
            |spell| format!("{action}: {} {}", action_name(rules, spell.spell), spell_place(params, spell)),
        ),
    }
}

/// Where or on whom a spell lasts, to follow its name.
pub fn spell_place(params: &HudParams, spell: &ActiveSpell) -> String {
    match &spell.at {
        Target::Cell(cell) => format!("at {cell}"),
        _ => format!("on {}", spell.target().map_or("?", |who| params.name(who))),
    }
}
