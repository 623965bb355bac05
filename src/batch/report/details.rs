//! The details of one rule set, for the HTML report.

use std::sync::Arc;

use super::super::{ActionTally, PromptTotals, SummaryStats, Tally, TermTally, UnitTally, wilson_interval};
use super::page::{escaped, section, table};
use super::plot::{histogram, small_histogram};
use super::{SideTally, act_cells, by_harm, by_weight, columns, hit_rates, per_battle, with_and_without};
use crate::content::Codex;

const MOST_TERMS: usize = 24;

/// The sections about one rule set; `at` selects its colour.
pub(super) fn details(at: usize, tally: &Tally, codices: &[Arc<Codex>]) -> String {
    let [first, median, third] = tally.length.quartiles();
    let words = format!("Mean {:.1}, quartiles {first}, {median} and {third} (dashed).", tally.length.mean());
    let mut text = section("Battle length", &words, &histogram(&tally.length, at));
    let words = "Means, followed by first quartile, median and third quartile.";
    text += &section("Survivors", words, &sides(tally, at));
    let words = "How often a unit falls, how often it is the first to fall, and its damage per battle and per action.";
    text += &section("Units", words, &units(tally, at));
    let words = "How often each action is declared, its actual and expected success rate, its damage, and the combatants that \
                 fell to it.";
    text += &section("Actions", words, &acts(tally));
    let words = "The expected rate is the mean hit probability of all attacks. Luck is the difference in percentage points; \
                 significant differences are bold.";
    text += &section("Hits and luck", words, &luck(tally));
    let words = "A modifier is decisive if the roll would have had another result without it. The win rates are those of sides \
                 with and without the modifier in a roll of the battle; correlation is not causation.";
    text += &section("Roll modifiers", words, &terms(tally, codices));
    text + &section("Conditions, holds and reactions", "Average number per battle.", &events(tally))
}

fn shape(stats: &SummaryStats, colour: usize) -> [String; 2] {
    [stats.quartiles().map(|value| value.to_string()).join(" / "), small_histogram(stats, colour)]
}

fn sides(tally: &Tally, colour: usize) -> String {
    let row = |side: &SideTally| {
        let mut cells = vec![escaped(&side.name), format!("{:.2}", side.survivors.mean())];
        cells.extend(shape(&side.survivors, colour));
        cells.push(format!("{:.1}%", side.health.mean()));
        cells.extend(shape(&side.health, colour));
        cells
    };
    let head = columns("Side|Survivors|Quartiles||Hit points left|Quartiles|");
    table(&head, &tally.sides.iter().map(row).collect::<Vec<_>>())
}

fn name(tally: &Tally, unit: &UnitTally) -> String {
    let side = tally.sides.get(usize::from(unit.side)).map_or("", |side| &side.name);
    format!("{} <small>{}</small>", escaped(&unit.unit.replace('_', " ")), escaped(side))
}

fn units(tally: &Tally, colour: usize) -> String {
    let row = |unit: &UnitTally| {
        let share = |times: u64, of: u64| format!("{:.1}%", 100.0 * times as f64 / of.max(1) as f64);
        let mut cells = vec![name(tally, unit), share(unit.fell, unit.fielded), share(unit.fell_first, tally.battles)];
        cells.push(format!("{:.1}", unit.dealt_in_battle.mean()));
        cells.extend(shape(&unit.dealt_in_battle, colour));
        cells.push(format!("{:.2}", unit.dealt_by_action.mean()));
        cells.extend(shape(&unit.dealt_by_action, colour));
        cells.push(format!("{:.1}", unit.taken as f64 / unit.fielded.max(1) as f64));
        cells
    };
    let head = columns("Unit|Fell|Fell first|Damage per battle|Quartiles||Damage per action|Quartiles||Damage taken");
    table(&head, &tally.units.iter().map(row).collect::<Vec<_>>())
}

fn acts(tally: &Tally) -> String {
    let row = |act: &&ActionTally| [vec![escaped(&act.words)], act_cells(tally, act, "–", "%")].concat();
    let head = columns("Action|Per battle|Success rate|Expected|Damage per battle|Share of damage|Felled per battle");
    table(&head, &by_harm(tally).iter().map(row).collect::<Vec<_>>())
}

fn luck(tally: &Tally) -> String {
    let row = |unit: &UnitTally| {
        let [hit, expected] = hit_rates(unit)?;
        let luck = format!("{:+.1}", hit - expected);
        let chance = wilson_interval(unit.hits, unit.attacks).contains(expected / 100.0);
        let luck = if chance { luck } else { format!("<b>{luck}</b>") };
        let attacks = format!("{:.1}", unit.attacks as f64 / unit.fielded.max(1) as f64);
        Some(vec![name(tally, unit), attacks, format!("{hit:.1}%"), format!("{expected:.1}%"), luck])
    };
    let head = columns("Unit|Attacks per battle|Hit rate|Expected|Luck");
    table(&head, &tally.units.iter().filter_map(row).collect::<Vec<_>>())
}

fn terms(tally: &Tally, codices: &[Arc<Codex>]) -> String {
    let row = |term: &TermTally| {
        let rates =
            with_and_without(tally, term).map(|rate| rate.map_or("–".to_owned(), |rate| format!("{rate:.1}%")));
        let decided = format!("{:.1}%", 100.0 * term.decided as f64 / term.times.max(1) as f64);
        let words = format!("{} <small>{}</small>", escaped(&term.words), escaped(&cited(&term.rule, codices)));
        let mut cells = vec![words, format!("{:.2}", per_battle(tally, term.times)), decided];
        cells.extend(rates);
        cells
    };
    let all = by_weight(tally);
    let rows: Vec<Vec<String>> = all.iter().take(MOST_TERMS).map(|term| row(term)).collect();
    let head = columns("Modifier|Rolls per battle|Decisive|Win rate with it|Win rate without");
    let more = match all.len().saturating_sub(MOST_TERMS) {
        0 => String::new(),
        more => format!("<p>{more} less decisive modifiers are not shown; the JSON and CSV reports list all.</p>\n"),
    };
    format!("<div class='terms'>{}</div>\n{more}", table(&head, &rows))
}

/// The id of a rule with its text, if known.
fn cited(id: &str, codices: &[Arc<Codex>]) -> String {
    let rule = |codex: &Arc<Codex>| codex.rule(id).map(|found| found.rule.clone());
    let ruling = |codex: &Arc<Codex>| codex.ruling(id).map(|found| found.ruling.clone());
    let words = codices.iter().find_map(|codex| rule(codex).or_else(|| ruling(codex)));
    words.map_or_else(|| id.to_owned(), |words| format!("{id}: {words}"))
}

/// How often each side is asked something other than what to do in a turn.
fn questions(tally: &Tally) -> String {
    let number = |times: u64| format!("{:.2}", per_battle(tally, times));
    let kinds = PromptTotals::default().by_kind().map(|(kind, _)| kind);
    let rows = tally.sides.iter().map(|side| {
        let kinds = side.prompts.by_kind().into_iter().map(|(_, times)| number(times));
        [escaped(&side.name), number(side.prompts.all())].into_iter().chain(kinds).collect()
    });
    let head = [&["Questions per battle to", "All"][..], &kinds].concat();
    format!("<div>{}</div>", table(&head, &rows.collect::<Vec<_>>()))
}

fn events(tally: &Tally) -> String {
    let named = |name: &str| escaped(&name.replace('_', " "));
    let number = |times: u64| format!("{:.2}", per_battle(tally, times));
    let counted = |what: &str, sums: &std::collections::BTreeMap<String, u64>| {
        let mut all: Vec<(&String, &u64)> = sums.iter().collect();
        all.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        let rows = all.into_iter().map(|(name, times)| vec![named(name), number(*times)]);
        format!("<div>{}</div>", table(&[what, "Per battle"], &rows.collect::<Vec<_>>()))
    };
    let mut reactions: Vec<(&String, &[u64; 2])> = tally.reactions.iter().collect();
    reactions.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
    let rows =
        reactions.into_iter().map(|(name, [offered, taken])| vec![named(name), number(*offered), number(*taken)]);
    let lists = [
        questions(tally),
        counted("Condition", &tally.conditions),
        counted("Hold", &tally.holds),
        format!("<div>{}</div>", table(&["Reaction", "Offered", "Taken"], &rows.collect::<Vec<_>>())),
    ];
    let asked = tally.sides.iter().any(|side| side.prompts.all() > 0);
    let told = [asked, !tally.conditions.is_empty(), !tally.holds.is_empty(), !tally.reactions.is_empty()];
    let lists: String = lists.into_iter().zip(told).filter(|(_, told)| *told).map(|(list, _)| list).collect();
    if lists.is_empty() { "<p>None.</p>\n".to_owned() } else { format!("<div class='beside'>{lists}</div>\n") }
}
