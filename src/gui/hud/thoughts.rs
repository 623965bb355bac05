//! What the program considered before its last answer.

use bevy_egui::egui::{self, RichText, ScrollArea, Ui};

use super::desk::Desk;
use super::look;
use crate::battle::{ActiveSpell, CombatantId, GearPiece, View};
use crate::gui::session::Seat;
use crate::resolution::{Act, Choice, Pick, Target};
use crate::rules::Ruleset;

/// Draws the options of the last decision of whoever is looked at, or of the last to decide.
pub fn show(ui: &mut Ui, desk: &mut Desk) {
    // What one who hides thinks would tell where it is.
    let decided = |who: &CombatantId| desk.watch.knows(*who) && desk.session.decision_of(*who).is_some();
    let wanted = desk.selected.0.or(desk.hovered.who).filter(decided);
    let latest = desk
        .snapshot
        .rows
        .iter()
        .map(|row| row.id)
        .filter(decided)
        .max_by_key(|who| desk.session.decision_of(*who).map(|made| made.count));
    let has_mind = (0..desk.session.opening.setup.parties.len() as u8)
        .any(|side| desk.session.seat(crate::battle::Side(side)) != Seat::Human);
    let Some((who, decision)) = wanted.or(latest).and_then(|who| Some((who, desk.session.decision_of(who)?))) else {
        let words =
            if has_mind { "The program has not decided anything yet." } else { "Nobody is played by the program." };
        ui.label(RichText::new(words).color(look::FAINT));
        return;
    };
    let row = desk.view().row(who);
    ui.label(RichText::new(&*row.name).color(look::side(row.side)).strong().size(17.0));
    ui.label(
        RichText::new(format!("at {} {}, best first. Scores are relative", desk.moment(), decision.count))
            .color(look::FAINT),
    );
    ui.separator();
    ScrollArea::vertical().id_salt("thoughts").auto_shrink([false, false]).show(ui, |ui| {
        for thought in decision.thoughts.iter().take(40) {
            let taken = thought.choice == decision.choice;
            ui.horizontal_top(|ui| {
                ui.allocate_ui(egui::vec2(54.0, 18.0), |ui| {
                    ui.set_min_width(54.0);
                    let text =
                        RichText::new(thought.score.to_string()).color(if taken { look::GOLD } else { look::FAINT });
                    ui.add(egui::Label::new(text).extend());
                });
                ui.vertical(|ui| {
                    let words = choice_words(desk.view(), desk.rules(), &thought.choice);
                    let text = RichText::new(words);
                    ui.add(egui::Label::new(if taken { text.color(look::GOLD).strong() } else { text }).wrap());
                    if !thought.why.is_empty() {
                        ui.add(egui::Label::new(RichText::new(&thought.why).color(look::FAINT)).wrap());
                    }
                });
            });
        }
    });
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
        Choice::Face(facing) => super::prompts::facing_words(view, *facing),
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
        Target::Facing(facing) => format!("{action}: {}", super::prompts::facing_words(view, *facing)),
        Target::Cast(casting) => {
            let plain = Act { target: casting.at.clone(), ..act.clone() };
            let words = act_words(view, rules, who, &plain);
            let prepared = rules.policies.magic.as_ref().is_some_and(|magic| magic.preparing().is_some());
            if prepared { words } else { format!("{words} for {} energy", casting.energy.total()) }
        }
        Target::Spell(id) => view.spell(*id).map_or_else(
            || action.clone(),
            |spell| format!("{action}: {} {}", action_name(rules, spell.spell), lasts_where(view, spell)),
        ),
    }
}

/// On whom a spell lasts, or where, as the words after its name.
pub fn lasts_where(view: View<'_>, spell: &ActiveSpell) -> String {
    match &spell.at {
        Target::Cell(cell) => format!("at {cell}"),
        _ => {
            let on = spell.target().and_then(|who| view.find(who));
            format!("on {}", on.map_or("?", |row| &row.name))
        }
    }
}
