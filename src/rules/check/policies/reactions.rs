//! Checks of reactions: what they name, and whether their trigger, limits and effects fit together.

use super::{economy, movement};
use crate::content::{
    ActKind, Aim, Amendment, Applies, Name, Policies, Reaction, ReactionLimit, Reactors, Response, RolledFilter,
    Trigger, ValuePath,
};
use crate::rules::check::file_check::{FileCheck, each};

pub(in crate::rules::check) fn check(policies: &Policies, file: &mut FileCheck<'_>) {
    let list = ValuePath::root().field("reactions");
    for (at, (path, reaction)) in each(&list, &policies.reactions).enumerate() {
        let is_ready = policies.ready.as_ref().is_some_and(|ready| ready.action == reaction.id);
        if is_ready || policies.reactions[..at].iter().any(|earlier| earlier.id == reaction.id) {
            file.refuse(&path.field("id"), format!("duplicate id `{}`", reaction.id));
        }
        file.id_shape(&path.field("id"), reaction.id.as_str());
        file.not_blank(&path.field("name"), &reaction.name);
        economy::check_prices(&reaction.costs, &path.field("costs"), file);
        check_response(&reaction.does, &path.field("does"), file);
        check_asked(reaction, &path.field("asks_for"), file);
        if reaction.at_any && !matches!(reaction.does, Response::OneOf(_)) {
            file.refuse(&path.field("at_any"), "only `OneOf` has a choice of targets");
        }
        check_moments(reaction, &path, file);
        check_filter(reaction, &path.field("filter"), file);
        check_who(reaction, &path.field("who"), file);
        check_shared_limit(policies, reaction, &path.field("counts_with"), file);
        if let Applies::OnMargin(least) = reaction.applies {
            file.within(&path.field("applies").index(0), least, 0..=100);
        }
        check_rounds(policies, reaction, &path, file);
        for (path, amendment) in each(&path.field("then"), &reaction.then) {
            check_amendment(reaction.on, *amendment, &path, file);
        }
    }
}

fn check_response(does: &Response, path: &ValuePath, file: &mut FileCheck<'_>) {
    let path = path.index(0);
    match does {
        Response::Act(action) => {
            file.act(&path, *action);
            let known = file.content.actions().chain(file.content.spells()).find(|known| known.id == *action);
            if known.is_some_and(|known| !matches!(known.aim, Aim::Enemy | Aim::Ally | Aim::Friend | Aim::Own)) {
                file.refuse(&path, format!("`{action}` needs a choice of its target: use `OneOf([\"{action}\"])`"));
            }
        }
        Response::OneOf(actions) if actions.is_empty() => file.refuse(&path, "name at least one action"),
        Response::OneOf(actions) => each(&path, actions).for_each(|(path, action)| file.act(&path, *action)),
        Response::AnyAct => {}
    }
}

/// Refuses acts for the sake of which a reaction is asked if they are not among its choices.
fn check_asked(reaction: &Reaction, path: &ValuePath, file: &mut FileCheck<'_>) {
    for (path, action) in each(path, &reaction.asks_for) {
        match &reaction.does {
            Response::OneOf(named) if !named.contains(action) => {
                let known: Vec<&str> = named.iter().map(|name| name.as_str()).collect();
                file.findings.unknown(&path, "choice of the reaction", action.as_str(), &known);
            }
            Response::OneOf(_) => {}
            Response::Act(_) | Response::AnyAct => {
                file.refuse(&path, "only `OneOf` is asked for the sake of some acts")
            }
        }
    }
}

/// Refuses moments of reactions that have a trigger, moments that open no window, and entering where no step provokes.
fn check_moments(reaction: &Reaction, path: &ValuePath, file: &mut FileCheck<'_>) {
    for (path, moment) in each(&path.field("filter").field("moments"), &reaction.filter.moments) {
        if reaction.on != Trigger::Anytime {
            file.refuse(&path, format!("the moment is its trigger, {:?}: only `Anytime` has a choice", reaction.on));
        } else if moment.moment() != Some(*moment) {
            file.refuse(&path, format!("no combatant is asked at {moment:?}: name the moment at which it is noticed"));
        }
    }
    if reaction.enters && reaction.on != Trigger::BeforeStep {
        file.refuse(
            &path.field("enters"),
            format!("only a reaction to `BeforeStep` can add the step into reach, not {:?}", reaction.on),
        );
    }
}

fn check_filter(reaction: &Reaction, path: &ValuePath, file: &mut FileCheck<'_>) {
    let (filter, moment) = (&reaction.filter, reaction.on.moment());
    let conditions = |field: &str, names: &[Name], file: &mut FileCheck<'_>| {
        each(&path.field(field), names).for_each(|(path, name)| file.condition(&path, *name));
    };
    each(&path.field("actions"), &filter.actions).for_each(|(path, action)| file.action(&path, *action));
    check_tags(reaction, path, file);
    conditions("unless", &filter.unless, file);
    conditions("unless_cause", &filter.unless_cause, file);
    let steps = matches!(moment, Some(Trigger::BeforeStep | Trigger::AfterStep));
    let turns = matches!(moment, Some(Trigger::TurnStart | Trigger::TurnEnd));
    if !filter.gaits.is_empty() && !steps {
        file.refuse(&path.field("gaits"), "only steps have a gait");
    }
    each(&path.field("gaits"), &filter.gaits).for_each(|(path, gait)| movement::check_gait(*gait, &path, file));
    if filter.forced && !steps {
        file.refuse(&path.field("forced"), "only steps are forced");
    }
    if filter.forced && !filter.gaits.is_empty() {
        file.refuse(&path.field("gaits"), "forced movement has no gait");
    }
    if !filter.taken_as.is_empty() && moment != Some(Trigger::ActionDeclared) {
        file.refuse(&path.field("taken_as"), "only declarations have an occasion");
    }
    if !filter.actions.is_empty() && (steps || turns) {
        file.refuse(&path.field("actions"), "steps and turns are no actions");
    }
    if filter.kinds.iter().any(|kind| turns || steps && *kind != ActKind::Movement) {
        file.refuse(&path.field("kinds"), "steps and turns are no actions of that kind");
    }
    let rolled = moment.is_none_or(has_rolled);
    if !filter.rolled.is_empty() && !rolled {
        file.refuse(&path.field("rolled"), format!("nothing has been rolled yet at {:?}", reaction.on));
    }
    for (path, limit) in each(&path.field("rolled"), &filter.rolled) {
        if let RolledFilter::WinsBy(by) | RolledFilter::FailsBy(by) = limit {
            file.within(&path.index(0), *by, 0..=100);
        }
    }
    if filter.protects && (steps || turns) {
        file.refuse(&path.field("protects"), "steps and turns have no target");
    }
}

/// Refuses a limit that is shared with no other reaction.
fn check_shared_limit(policies: &Policies, reaction: &Reaction, path: &ValuePath, file: &mut FileCheck<'_>) {
    let Some(with) = reaction.counts_with else { return };
    let others = policies.reactions.iter().filter(|other| other.id != reaction.id);
    let known: Vec<&str> = others.map(|other| other.id.as_str()).collect();
    if !known.contains(&with.as_str()) {
        file.findings.unknown(path, "other reaction", with.as_str(), &known);
    }
}

/// Refuses tags that no action has, and tags of steps and turns, which are no actions.
fn check_tags(reaction: &Reaction, path: &ValuePath, file: &mut FileCheck<'_>) {
    let all = file.content.actions().chain(file.content.spells()).flat_map(|action| &action.tags);
    let known: Vec<&str> = all.map(|tag| tag.as_str()).collect();
    let moment = reaction.on.moment();
    let no_action =
        matches!(moment, Some(Trigger::BeforeStep | Trigger::AfterStep | Trigger::TurnStart | Trigger::TurnEnd));
    for (field, tags) in [("tags", &reaction.filter.tags), ("unless_tags", &reaction.filter.unless_tags)] {
        for (path, tag) in each(&path.field(field), tags) {
            if no_action {
                file.refuse(&path, "steps and turns are no actions and have no tags");
            } else if !known.contains(&tag.as_str()) {
                file.findings.unknown(&path, "tag", tag.as_str(), &known);
            }
        }
    }
}

/// Whether a check may have been rolled at a point of the resolution.
fn has_rolled(moment: Trigger) -> bool {
    matches!(moment, Trigger::AfterRoll | Trigger::BeforeDamage | Trigger::ContestWon | Trigger::ActionResolved)
}

fn check_who(reaction: &Reaction, path: &ValuePath, file: &mut FileCheck<'_>) {
    let rolled = reaction.on.moment().is_none_or(has_rolled);
    let aimed = rolled || matches!(reaction.on.moment(), Some(Trigger::ActionDeclared | Trigger::BeforeRoll));
    match reaction.who {
        Reactors::Winner if !rolled => file.refuse(path, "nothing has been rolled yet, so there is no winner"),
        Reactors::Everyone if reaction.on != Trigger::NewlyFlanked => {
            file.refuse(path, "`Everyone` is for reactions to `NewlyFlanked` alone: use `Anyone`")
        }
        Reactors::Target if !aimed => file.refuse(path, "steps and turns have no target"),
        _ => {}
    }
}

/// Refuses limits and initiatives where there are neither rounds nor initiatives.
fn check_rounds(policies: &Policies, reaction: &Reaction, path: &ValuePath, file: &mut FileCheck<'_>) {
    if !policies.turn.is_counted() {
        return;
    }
    if matches!(reaction.limit, ReactionLimit::PerRound | ReactionLimit::PerRoundAndCause) {
        file.refuse(&path.field("limit"), "there are no rounds where turns are counted: use `PerMoverTurn`");
    }
    if reaction.outranks {
        file.refuse(&path.field("outranks"), "there is no initiative where turns are counted");
    }
    if reaction.initiative.is_some() {
        file.refuse(&path.field("initiative"), "there is no initiative where turns are counted");
    }
}

fn check_amendment(on: Trigger, amendment: Amendment, path: &ValuePath, file: &mut FileCheck<'_>) {
    use Trigger::{ActionDeclared, AfterRoll, AfterStep, BeforeDamage, BeforeRoll, BeforeStep, ContestWon};
    let (fits, needs): (&[Trigger], _) = match amendment {
        Amendment::Cancel => (&[ActionDeclared], "only a declared act can be taken back"),
        Amendment::StopMovement => (&[BeforeStep, AfterStep, BeforeRoll], "there is no movement to stop"),
        Amendment::ShortenPath(_) => (&[BeforeStep, AfterStep], "there is no path to shorten"),
        Amendment::Cling(_) => (&[BeforeStep], "there is no mover to cling to"),
        Amendment::Retarget | Amendment::Redirect => {
            (&[ActionDeclared, BeforeRoll], "only an act that is not rolled yet gets another target")
        }
        Amendment::Negate => (&[AfterRoll, BeforeDamage, ContestWon], "there are no effects to undo"),
        Amendment::Deflect => (&[AfterRoll, BeforeDamage], "there is no damage to deflect"),
    };
    if on.moment().is_none_or(|moment| !fits.contains(&moment)) {
        file.refuse(path, format!("{needs} at {on:?}"));
    }
    match amendment {
        Amendment::ShortenPath(cells) => file.within(&path.index(0), cells, 1..=100),
        Amendment::Cling(cling) => {
            within!(file, path, cling, follow in 1..=100, hold in 1..=100);
        }
        _ => {}
    }
}
