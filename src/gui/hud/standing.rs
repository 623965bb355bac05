//! Standing orders: their words, and the controls that set them.

use bevy_egui::egui::{Checkbox, DragValue, RichText, Ui};

use super::params::HudParams;
use super::text::{self, known_reaction, pick_words};
use super::{style, widgets};
use crate::content::{ActKind, Name};
use crate::control::Habit;
use crate::control::orders::{OrderCondition, OrderScope, Question, StandingOrder};
use crate::rules::Ruleset;

/// An answer with its conditions.
type Conditional = (Habit, Vec<OrderCondition>);

/// Orders for a question that are given with one click.
struct Preset {
    words: String,
    about: String,
    orders: Vec<Conditional>,
}

/// The kinds of action that a condition can name, in words.
const KINDS: [(ActKind, &str); 3] =
    [(ActKind::Melee, "melee"), (ActKind::Ranged, "ranged"), (ActKind::Spell, "spells")];

/// The greatest number of points that an order can keep.
const MOST_KEPT: u8 = 20;

pub fn question_name(rules: &Ruleset, question: Question) -> String {
    match question {
        Question::React(reaction) => known_reaction(rules, reaction)
            .map_or_else(|| reaction.as_str().replace('_', " "), |known| known.name.clone()),
        Question::Face => "facing when flanked".to_owned(),
        Question::Pick(purpose) => pick_words(rules, purpose).1,
        Question::Defence => "choice of defence".to_owned(),
        Question::Winner => "action of the winner".to_owned(),
        Question::Critical => "effect of a critical hit".to_owned(),
    }
}

pub fn habit_words(rules: &Ruleset, question: Question, habit: &Habit) -> String {
    let words = match (question, habit) {
        (_, Habit::Ask) => "ask me",
        (Question::Face, Habit::Always) => "always face the first enemy",
        (Question::Face, Habit::Never) => "never: face all around",
        (Question::Pick(_), Habit::Always) => "always yes",
        (Question::Pick(_), Habit::Never) => "always no",
        (Question::Defence, Habit::Never) => "no defence",
        (Question::Winner, Habit::Never) => "nothing",
        (_, Habit::Always) => "always",
        (_, Habit::Never) => "never",
        (Question::Defence, Habit::Best) => "best defence",
        (_, Habit::Best) => "best attack",
        (_, Habit::Prefer(named)) => {
            let named: Vec<String> = named.iter().map(|id| text::option_name(rules, *id).to_lowercase()).collect();
            return named.join(", else ");
        }
    };
    words.to_owned()
}

fn condition_words(rules: &Ruleset, question: Question, condition: &OrderCondition) -> String {
    match condition {
        OrderCondition::AimedAtMe => "the unit is the target".to_owned(),
        OrderCondition::Against(kinds) => {
            let named = KINDS.iter().filter(|(kind, _)| kinds.contains(kind)).map(|(_, words)| *words);
            format!("against {}", named.collect::<Vec<_>>().join(" or "))
        }
        OrderCondition::Keeps { pool, points } => {
            let found = rules.policies.economy.find(*pool);
            let points = found.map_or_else(|| format!("{points} {pool}"), |(_, pool)| pool.points(i16::from(*points)));
            format!("{points} kept")
        }
        OrderCondition::Chance(percent) if question == Question::Defence => {
            format!("{percent}% to be missed or better")
        }
        OrderCondition::Chance(percent) => format!("{percent}% chance or better"),
        OrderCondition::Best => "nothing else is better".to_owned(),
        OrderCondition::ByEnemy => "against an enemy".to_owned(),
    }
}

/// An order in words: "sidestep if nothing else is better and 1 reaction kept".
pub fn order_words(rules: &Ruleset, order: &StandingOrder) -> String {
    let habit = habit_words(rules, order.question, &order.habit);
    let when = order.when.iter().map(|condition| condition_words(rules, order.question, condition));
    let when: Vec<String> = when.collect();
    if when.is_empty() { habit } else { format!("{habit} if {}", when.join(" and ")) }
}

/// The answers that can be chosen for a question, apart from conditions.
fn answers(rules: &Ruleset, question: Question) -> Vec<Habit> {
    let named = || question.choices(rules).into_iter().map(|id| Habit::Prefer(vec![id]));
    let chosen = matches!(question, Question::React(id)
        if rules.policies.reaction(id).is_some_and(|known| known.action().is_none()));
    match question {
        // An interrupt with any act has too many to list.
        Question::React(_) if chosen => {
            let few = named().filter(|_| question.choices(rules).len() <= 6);
            [Habit::Ask, Habit::Best].into_iter().chain(few).chain([Habit::Never]).collect()
        }
        Question::React(_) | Question::Face | Question::Pick(_) => vec![Habit::Ask, Habit::Always, Habit::Never],
        Question::Defence => [Habit::Ask, Habit::Best].into_iter().chain(named()).chain([Habit::Never]).collect(),
        Question::Winner => [Habit::Ask].into_iter().chain(named()).chain([Habit::Never]).collect(),
        Question::Critical => [Habit::Ask].into_iter().chain(named()).collect(),
    }
}

/// The orders for defences that players give most often, in words: the best defence as long as a point of what it costs is kept,
/// and the one that is best now, if it is best and a point is kept.
fn presets(rules: &Ruleset, best: Option<Name>) -> Vec<Preset> {
    let defences = rules.policies.stages.defences.iter().flat_map(|choice| &choice.options);
    let Some(price) = defences.flat_map(|option| &option.costs).next() else { return Vec::new() };
    let Some((_, pool)) = rules.policies.economy.find(price.pool) else { return Vec::new() };
    let (keeps, one) = (OrderCondition::Keeps { pool: price.pool, points: 1 }, pool.points(1));
    let while_kept = Preset {
        words: format!("best, keeping {one}"),
        about: format!("The defence with the least damage; none if less than {one} would be left"),
        orders: vec![(Habit::Best, vec![keeps.clone()]), (Habit::Never, Vec::new())],
    };
    let named = best.map(|id| {
        let name = text::option_name(rules, id).to_lowercase();
        Preset {
            words: format!("{name} if it is best, keeping {one}"),
            about: format!("Asks you if another defence is better, or if less than {one} would be left"),
            orders: vec![(Habit::Prefer(vec![id]), vec![OrderCondition::Best, keeps])],
        }
    });
    [while_kept].into_iter().chain(named).collect()
}

/// Draws the buttons that decide an automatic answer to an open prompt: every answer without conditions, the orders that players
/// give most often for a defence, of which `best` is the best now, and the order that leaves this question open. Returns whether
/// one was clicked.
pub fn choose_in_prompt(
    ui: &mut Ui,
    params: &mut HudParams,
    whose: OrderScope,
    (question, best): (Question, Option<Name>),
) -> bool {
    let rules = params.rules();
    let now = kept(params, whose, question);
    let habits = match question {
        Question::Defence => vec![Habit::Ask, Habit::Best, Habit::Never],
        _ => answers(rules, question),
    };
    let plain = |habit: Habit| Preset {
        words: habit_words(rules, question, &habit),
        about: String::new(),
        orders: vec![(habit, Vec::new())],
    };
    let mut all: Vec<Preset> = habits.into_iter().map(plain).collect();
    if question == Question::Defence {
        all.extend(presets(rules, best));
    }
    if !now.is_empty() && all.iter().all(|preset| preset.orders != now) {
        all.push(given(rules, (whose, question), &now));
    }
    let mut pressed = false;
    for Preset { words, about, orders } in all {
        let asks = now.is_empty() && orders[0].0 == Habit::Ask;
        let shown = ui.selectable_label(now == orders || asks, words);
        let shown = if about.is_empty() { shown } else { shown.on_hover_text(about) };
        if shown.clicked() {
            let resets = orders[0].0 == Habit::Ask && matches!(whose, OrderScope::Side(_));
            params.orders.keep_all(whose, question, if resets { Vec::new() } else { orders });
            pressed = true;
        }
    }
    pressed
}

/// The orders that are given now, in words.
fn given(rules: &Ruleset, (whose, question): (OrderScope, Question), orders: &[Conditional]) -> Preset {
    let order =
        |(habit, when): &Conditional| StandingOrder { whose, question, habit: habit.clone(), when: when.clone() };
    let words: Vec<String> = orders.iter().map(|given| order_words(rules, &order(given))).collect();
    Preset {
        words: words.join(", otherwise "),
        about: "Your order. It leaves this question to you".to_owned(),
        orders: orders.to_vec(),
    }
}

/// Draws the buttons that decide an automatic answer. Returns whether one was clicked. Conditions are kept.
pub fn choose(ui: &mut Ui, params: &mut HudParams, whose: OrderScope, question: Question) -> bool {
    let mut orders = kept(params, whose, question);
    let usual = matches!(whose, OrderScope::Side(_)).then_some(Habit::Ask);
    let now = orders.first().map(|(habit, _)| habit.clone()).or_else(|| usual.clone());
    let mut pressed = false;
    let mut all = answers(params.rules(), question);
    // A list of several choices comes from a file.
    all.extend(now.clone().filter(|habit| !all.contains(habit)));
    for habit in all {
        let words = habit_words(params.rules(), question, &habit);
        if !ui.selectable_label(now.as_ref() == Some(&habit), words).clicked() {
            continue;
        }
        if Some(&habit) == usual.as_ref() {
            orders.clear();
        } else if habit == Habit::Ask {
            orders = vec![(habit, Vec::new())];
        } else if let Some(order) = orders.first_mut() {
            order.0 = habit;
        } else {
            orders.push((habit, Vec::new()));
        }
        params.orders.keep_all(whose, question, orders.clone());
        pressed = true;
    }
    pressed
}

fn kept(params: &HudParams, whose: OrderScope, question: Question) -> Vec<Conditional> {
    params.orders.kept(whose, question).map(|order| (order.habit.clone(), order.when.clone())).collect()
}

/// Draws the conditions of an automatic answer under a heading that unfolds, and what is done if they do not hold.
pub fn show_conditions(ui: &mut Ui, params: &mut HudParams, whose: OrderScope, question: Question) {
    let mut orders = kept(params, whose, question);
    let has_conditions = matches!(question, Question::React(_) | Question::Defence | Question::Winner);
    if !has_conditions || orders.first().is_none_or(|(habit, _)| *habit == Habit::Ask) {
        return;
    }
    let rules = params.session.opening.setup.rules.clone();
    let mut when: Vec<OrderCondition> = std::mem::take(&mut orders[0].1);
    let words: Vec<String> = when.iter().map(|condition| condition_words(&rules, question, condition)).collect();
    let title = if words.is_empty() { "only if...".to_owned() } else { format!("only if {}", words.join(" and ")) };
    let mut changed = false;
    widgets::fold(ui, (whose_key(whose), format!("{question:?}")), RichText::new(title), |ui| {
        changed = edit(ui, &rules, question, &mut when);
        if !when.is_empty() {
            changed |= otherwise(ui, &rules, question, &mut orders);
        }
    });
    if changed {
        if when.is_empty() {
            orders.truncate(1);
        }
        orders[0].1 = when;
        params.orders.keep_all(whose, question, orders);
    }
}

fn whose_key(whose: OrderScope) -> (bool, u16) {
    match whose {
        OrderScope::One(who) => (true, who.0),
        OrderScope::Side(side) => (false, side.0.into()),
    }
}

/// What is done if the conditions do not hold.
fn otherwise(ui: &mut Ui, rules: &Ruleset, question: Question, orders: &mut Vec<Conditional>) -> bool {
    let mut pressed = false;
    ui.horizontal_wrapped(|ui| {
        ui.colored_label(style::FAINT, "otherwise");
        let best = (question == Question::Defence).then_some(Habit::Best);
        for habit in [Habit::Ask].into_iter().chain(best).chain([Habit::Never]) {
            let now = orders.get(1).map_or(&Habit::Ask, |(habit, _)| habit);
            if ui.selectable_label(*now == habit, habit_words(rules, question, &habit)).clicked() {
                orders.truncate(1);
                orders.push((habit, Vec::new()));
                pressed = true;
            }
        }
    });
    pressed
}

fn edit(ui: &mut Ui, rules: &Ruleset, question: Question, when: &mut Vec<OrderCondition>) -> bool {
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        if let Question::React(_) = question {
            changed |= toggle(ui, "the unit is the target", when, OrderCondition::AimedAtMe);
            changed |= toggle(ui, "against an enemy", when, OrderCondition::ByEnemy);
        }
        if question != Question::Winner {
            changed |= kinds(ui, when);
        }
        if question == Question::Defence {
            changed |= toggle(ui, "nothing else is better", when, OrderCondition::Best);
        }
    });
    ui.horizontal_wrapped(|ui| {
        for (_, pool) in rules.policies.economy.pools() {
            changed |= keeps(ui, pool.id, &pool.name, when);
        }
        if question != Question::Winner {
            changed |= chance(ui, when);
        }
    });
    changed
}

/// A box that adds or removes a condition.
fn toggle(ui: &mut Ui, words: &str, when: &mut Vec<OrderCondition>, condition: OrderCondition) -> bool {
    let mut on = when.contains(&condition);
    let changed = ui.add(Checkbox::new(&mut on, words)).changed();
    if changed {
        when.retain(|known| *known != condition);
        when.extend(on.then_some(condition));
    }
    changed
}

fn kinds(ui: &mut Ui, when: &mut Vec<OrderCondition>) -> bool {
    let known = when.iter().find_map(|condition| match condition {
        OrderCondition::Against(kinds) => Some(kinds.clone()),
        _ => None,
    });
    let (mut kinds, mut changed) = (known.unwrap_or_default(), false);
    for (kind, words) in KINDS {
        let mut on = kinds.contains(&kind);
        if ui.add(Checkbox::new(&mut on, format!("against {words}"))).changed() {
            kinds.retain(|known| *known != kind);
            kinds.extend(on.then_some(kind));
            changed = true;
        }
    }
    if changed {
        when.retain(|condition| !matches!(condition, OrderCondition::Against(_)));
        when.extend((!kinds.is_empty()).then_some(OrderCondition::Against(kinds)));
    }
    changed
}

fn keeps(ui: &mut Ui, id: Name, name: &str, when: &mut Vec<OrderCondition>) -> bool {
    let is_it = |condition: &OrderCondition| matches!(condition, OrderCondition::Keeps { pool, .. } if *pool == id);
    let known = when.iter().find_map(|condition| match condition {
        OrderCondition::Keeps { points, .. } if is_it(condition) => Some(*points),
        _ => None,
    });
    let made = |points| OrderCondition::Keeps { pool: id, points };
    numbered(ui, &format!("keeping {name}s"), (known, 1, 1..=MOST_KEPT), when, (is_it, made))
}

fn chance(ui: &mut Ui, when: &mut Vec<OrderCondition>) -> bool {
    let is_it = |condition: &OrderCondition| matches!(condition, OrderCondition::Chance(_));
    let known = when.iter().find_map(|condition| match condition {
        OrderCondition::Chance(percent) => Some(*percent),
        _ => None,
    });
    numbered(ui, "chance in percent", (known, 50, 0..=100), when, (is_it, OrderCondition::Chance))
}

/// A box that adds or removes a condition with a number, and the number.
fn numbered(
    ui: &mut Ui,
    words: &str,
    (known, usual, range): (Option<u8>, u8, std::ops::RangeInclusive<u8>),
    when: &mut Vec<OrderCondition>,
    (is_it, made): (impl Fn(&OrderCondition) -> bool, impl Fn(u8) -> OrderCondition),
) -> bool {
    let (mut on, mut number) = (known.is_some(), known.unwrap_or(usual));
    let mut changed = ui.add(Checkbox::new(&mut on, words)).changed();
    if on {
        changed |= ui.add(DragValue::new(&mut number).range(range).speed(0.2)).changed();
    }
    if changed {
        let at = when.iter().position(&is_it);
        when.retain(|condition| !is_it(condition));
        if on {
            when.insert(at.unwrap_or(when.len()).min(when.len()), made(number));
        }
    }
    changed
}
