//! Batches of battles: results do not depend on the distribution of work, and intervals have their coverage.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use warboard::batch::{
    ActionTotals, Experiment, Matchup, Opponent, Part, PartError, Report, SummaryStats, UnitTally, fight,
    mean_interval, merge, paired_difference_interval, wilson_interval,
};
use warboard::content::{Source, Terrains};
use warboard::control::ScriptFile;
use warboard::resolution::Setup;
use warboard::rules::{HouseRules, Library};
use warboard::scenario::Scenario;

fn library() -> Library {
    Library::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")).unwrap()
}

fn duel(library: &Library, ruleset: &str) -> Arc<Setup> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let terrains = Terrains::open(&root.join("assets")).unwrap();
    let source = Source::read(root.join("scenarios/duel.ron")).unwrap();
    Arc::new(Scenario::read(&source, &terrains).unwrap().prepare(library, ruleset).unwrap())
}

fn experiment(seeds: u64, arms: Vec<Arc<Setup>>) -> Experiment {
    let matchup = Matchup { a: Opponent::Charger, b: Opponent::Charger, swap: true };
    let compared = arms.len() > 1;
    Experiment { seed: 5, seeds, matchup, arms, compared, sweep: None, script: None }
}

fn part(experiment: &Experiment, [from, until]: [u64; 2], workers: usize) -> Part {
    let played = fight(experiment, from..until, workers, &AtomicBool::new(false), || ()).unwrap();
    assert_eq!(played.until, until);
    Part { spec: experiment.spec(), share: [from, until], seeds: [from, until], results: played.results }
}

/// Two arms on the same seeds: unchanged, and with swordsmen that hardly miss.
fn compared(seeds: u64) -> Experiment {
    let mut library = library();
    let settings = ["units.swordsman.stats.Accuracy=9".to_owned()];
    let house = HouseRules::of_settings("time_count", &settings).unwrap();
    library.add_house_rules(&house).unwrap();
    experiment(seeds, vec![duel(&library, "time_count"), duel(&library, &house.id)])
}

// Newcombe (1998), Statistics in Medicine 17, table I, method 3.
#[test]
fn shares_lie_where_wilson_says() {
    for (times, of, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let found = wilson_interval(times, of);
        assert!((found.low - low).abs() < 6e-5 && (found.high - high).abs() < 6e-5, "{times} of {of}: {found:?}");
    }
    assert_eq!((wilson_interval(0, 0).low, wilson_interval(0, 0).high), (0.0, 1.0));
}

/// The coverage of the interval for a number of pairs, with the true shares that differ in either direction.
fn certainty(pairs: u64, [more, less]: [f64; 2]) -> f64 {
    let log_factorial = |n: u64| (1..=n).map(|k| (k as f64).ln()).sum::<f64>();
    let ways = |up: u64, down: u64| {
        log_factorial(pairs) - log_factorial(up) - log_factorial(down) - log_factorial(pairs - up - down)
    };
    let chance = |up: u64, down: u64| {
        let (ups, downs, same) = (up as f64 * more.ln(), down as f64 * less.ln(), (pairs - up - down) as f64);
        (ways(up, down) + ups + downs + same * (1.0 - more - less).ln()).exp()
    };
    let all = (0..=pairs).flat_map(|up| (0..=pairs - up).map(move |down| (up, down)));
    let holds = |up: u64, down: u64| {
        paired_difference_interval(up as f64 - down as f64, (up + down) as f64, pairs).contains(more - less)
    };
    all.filter(|(up, down)| holds(*up, *down)).map(|(up, down)| chance(up, down)).sum()
}

#[test]
fn intervals_of_paired_differences_have_their_coverage_even_where_few_differ() {
    for shares in [[0.03, 0.01], [0.02, 0.02], [0.06, 0.001], [0.1, 0.05], [0.3, 0.2], [0.5, 0.1]] {
        let found = certainty(60, shares);
        assert!((0.935..=1.0).contains(&found), "{shares:?}: {found}");
    }
}

#[test]
fn the_observed_difference_of_pairs_lies_in_its_interval() {
    for (more, less, of) in [(0u64, 0u64, 0u64), (0, 0, 1), (1, 0, 1), (10, 0, 10), (0, 10, 10), (3, 1, 200)] {
        let found = paired_difference_interval(more as f64 - less as f64, (more + less) as f64, of);
        let seen = (more as f64 - less as f64) / of.max(1) as f64;
        assert!(found.contains(seen) && found.low >= -1.0 && found.high <= 1.0 && found.width() > 0.0, "{found:?}");
    }
}

#[test]
fn a_mean_lies_within_two_of_its_own_deviations() {
    let spread: SummaryStats = [2, 4, 4, 4, 5, 5, 7, 9].into_iter().collect();
    assert_eq!(spread.mean(), 5.0);
    assert!((spread.std_deviation() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
    let interval = mean_interval(spread.mean(), spread.std_deviation(), spread.len());
    assert!((interval.high - 5.0 - 1.959_964 * (32.0f64 / 56.0).sqrt()).abs() < 1e-5);
    assert_eq!(spread.bins(4), [(2, 1), (4, 5), (6, 1), (8, 1)]);
}

proptest! {
    #[test]
    fn merged_variances_do_not_depend_on_the_parts(numbers in prop::collection::vec(-50i64..50, 1..60), cut in 0usize..60) {
        let whole: SummaryStats = numbers.iter().copied().collect();
        let (left, right) = numbers.split_at(cut.min(numbers.len()));
        let mut merged: SummaryStats = right.iter().copied().collect();
        merged.merge(&left.iter().copied().collect());
        prop_assert_eq!(&merged, &whole);
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        let last = sorted.len() - 1;
        prop_assert_eq!(whole.quartiles(), [1, 2, 3].map(|quarter| sorted[last * quarter / 4]));
        prop_assert_eq!(whole.bins(7).iter().map(|(_, times)| times).sum::<u64>(), whole.len());
    }

    #[test]
    fn a_share_lies_in_its_interval(of in 1u64..500, times in 0u64..500) {
        let times = times.min(of);
        let found = wilson_interval(times, of);
        prop_assert!(found.contains(times as f64 / of as f64) && found.low >= 0.0 && found.high <= 1.0);
    }
}

#[test]
fn merged_parts_equal_one_run_byte_for_byte() {
    let experiment = compared(9);
    let whole = part(&experiment, [0, 9], 2);
    let parts = [part(&experiment, [4, 9], 1), part(&experiment, [0, 4], 2)];
    let read = parts.map(|part| Part::read(&part.to_string()).unwrap());
    let merged = merge(&read).unwrap();
    assert_eq!(merged.to_string(), whole.to_string());
    let report = |part: &Part| Report::from(part.clone());
    assert_eq!(report(&merged).to_json(), report(&whole).to_json());
    assert_eq!(report(&merged).to_page(&[]), report(&whole).to_page(&[]));
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let experiment = experiment(6, vec![duel(&library(), "time_count")]);
    let (first, last) = (part(&experiment, [0, 3], 1), part(&experiment, [4, 6], 1));
    assert_eq!(merge(&[]), Err((None, PartError::Nothing)));
    assert_eq!(merge(&[first.clone(), last.clone()]), Err((None, PartError::Missing(3, 3))));
    assert_eq!(merge(std::slice::from_ref(&first)), Err((None, PartError::Missing(3, 5))));
    assert_eq!(merge(&[first.clone(), first.clone()]), Err((Some(1), PartError::Twice(0, 2))));
    let other = Experiment { seed: 6, ..experiment };
    let told = merge(&[first.clone(), part(&other, [3, 6], 1)]).unwrap_err();
    assert_eq!(told, (Some(1), PartError::Other("seed 6, not 5".to_owned())));
    let text = first.to_string();
    assert_eq!(Part::read(&text[..text.len() - 30]), Err(PartError::Damaged));
    assert_eq!(Part::read(&text.replacen("battles\":6", "battles\":7", 1)), Err(PartError::Damaged));
    assert_eq!(Part::read("(name: \"Duel\")"), Err(PartError::Foreign));
}

#[test]
fn a_part_whose_checksum_fits_and_whose_numbers_do_not_is_refused() {
    let good = part(&experiment(2, vec![duel(&library(), "time_count")]), [0, 2], 1);
    let forge = |change: &dyn Fn(&mut Part)| {
        let mut forged = good.clone();
        change(&mut forged);
        Part::read(&forged.to_string())
    };
    assert_eq!(forge(&|_| ()), Ok(good.clone()));
    let forgeries: [&dyn Fn(&mut Part); 7] = [
        &|part| part.results.tallies.clear(),
        &|part| part.results.tallies[0].sides.clear(),
        &|part| part.results.tallies[0].length = [i64::MIN, i64::MAX].into_iter().collect(),
        &|part| part.spec.rulesets.clear(),
        &|part| part.seeds = [2, 0],
        &|part| part.seeds = [0, 9],
        &|part| part.share = [1, 2],
    ];
    for (at, change) in forgeries.into_iter().enumerate() {
        assert_eq!(forge(change), Err(PartError::Damaged), "forgery {at}");
    }
}

#[test]
fn equal_rules_on_equal_seeds_show_no_difference() {
    let library = library();
    let same = part(&experiment(8, vec![duel(&library, "time_count"), duel(&library, "time_count")]), [0, 8], 1);
    let pairs = &same.results.pairs[0];
    assert_eq!((pairs.seeds, pairs.each, pairs.changed), (8, 2, 0));
    assert_eq!((pairs.wins_of(0).mean, pairs.length().mean), (0.0, 0.0));
    assert!(!pairs.wins_of(0).is_significant());
    assert_eq!(same.results.tallies[0], same.results.tallies[1]);
}

#[test]
fn a_change_that_ends_fights_sooner_is_found() {
    let found = part(&compared(40), [0, 40], 2).results;
    let length = found.pairs[0].length();
    assert!(length.mean < 0.0 && length.is_significant(), "{length:?}");
    let [before, after] = [0, 1].map(|arm: usize| found.tallies[arm].length.mean());
    assert!((length.mean - (after - before)).abs() < 1e-9, "the difference of means is the mean of differences");
}

#[test]
fn totals_of_units_are_consistent() {
    let tally = &part(&experiment(20, vec![duel(&library(), "time_count")]), [0, 20], 1).results.tallies[0];
    assert_eq!((tally.battles, tally.units.len(), tally.length.len()), (40, 2, 40));
    let [one, other] = &tally.units[..] else { panic!("{:?}", tally.units) };
    assert_eq!((one.dealt, other.dealt), (other.taken, one.taken));
    assert_eq!((one.fielded, one.fell_first + other.fell_first), (40, 40 - tally.draws));
    for unit in [one, other] {
        let expected = unit.expected as f64 / 1e6;
        assert!(
            unit.hits <= unit.attacks && (unit.hits as f64 - expected).abs() < 4.0 * (unit.attacks as f64).sqrt() / 2.0
        );
    }
    let term = tally.terms.values().find(|term| term.words == "proficient").unwrap();
    assert!(term.times >= one.attacks + other.attacks && term.decided > 0 && term.decided < term.times);
}

#[test]
fn totals_of_actions_equal_totals_of_units() {
    let tally = &part(&experiment(20, vec![duel(&library(), "time_count")]), [0, 20], 1).results.tallies[0];
    let of_units = |of: fn(&UnitTally) -> u64| tally.units.iter().map(of).sum::<u64>();
    let of_acts = |of: fn(&ActionTotals) -> u64| tally.acts.values().map(|act| of(&act.sums)).sum::<u64>();
    assert_eq!(of_acts(|act| act.times), of_units(|unit| unit.actions));
    assert_eq!(of_acts(|act| act.dealt as u64), of_units(|unit| unit.taken as u64));
    assert_eq!(of_acts(|act| act.felled), of_units(|unit| unit.fell));
    assert_eq!(of_acts(|act| act.rolls), of_units(|unit| unit.attacks), "chargers do nothing but strike");
    let strike = &tally.acts["strike"];
    assert_eq!((strike.words.as_str(), strike.sums.successes), ("strike", of_units(|unit| unit.hits)));
    assert_eq!(strike.sums.expected, of_units(|unit| unit.expected));
}

#[test]
fn a_page_is_self_contained() {
    let whole = part(&compared(4), [0, 4], 1);
    let codex = library().ruleset("time_count").unwrap().codex.clone();
    let term = whole.results.tallies[0].terms.values().find(|term| term.words == "proficient").unwrap();
    let says = codex.rule(&term.rule).expect("a rule of the codex").rule.clone();
    let page = Report::from(whole).to_page(&[codex]);
    assert!(page.contains(&says), "the words of a rule stand beside its id");
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg") && page.contains("Effect of the changes"));
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let opened = page.matches("<svg").count();
    assert_eq!(
        (page.matches("</svg>").count(), page.matches("<section>").count()),
        (opened, page.matches("</section>").count())
    );
}

#[test]
fn no_text_of_a_report_is_a_spreadsheet_formula() {
    let mut whole = part(&compared(2), [0, 2], 1);
    let sides = &mut whole.results.tallies[0].sides;
    (sides[0].name, sides[1].name) = ("=HYPERLINK(\"http://a\")".to_owned(), "-1+1".to_owned());
    whole.spec.rulesets[0] = "@SUM(A1)".to_owned();
    let csv = Report::from(whole).to_csv();
    assert!(csv.contains("\n'@SUM(A1),wins,\"'=HYPERLINK(\"\"http://a\"\")\",") && csv.contains(",'-1+1,"), "{csv}");
    for cell in csv.lines().flat_map(|line| line.split(',')) {
        let text = cell.trim_matches('"');
        assert!(!text.starts_with(['=', '+', '-', '@']) || text.parse::<f64>().is_ok(), "{cell}");
    }
}

#[test]
fn no_rate_is_reported_when_no_time_has_passed() {
    let whole = part(&compared(2), [0, 2], 1);
    let timed = |nanos| Report { nanos, ..Report::from(whole.clone()) };
    assert_eq!((timed(Some(0)).battles_per_second(), timed(Some(0)).activations_per_second()), (None, None));
    assert_eq!(timed(Some(2_000_000_000)).battles_per_second(), Some(4.0));
    assert!(!timed(Some(0)).to_json().contains("battles_per_cpu_second"));
}

#[cfg(feature = "parquet")]
#[test]
fn a_parquet_file_has_the_rows_of_the_comma_separated_values() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    let whole = part(&compared(4), [0, 4], 1);
    let report = Report::from(whole);
    let bytes = report.to_parquet().unwrap();
    assert_eq!(bytes, report.to_parquet().unwrap(), "the same report, the same bytes");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.parquet");
    std::fs::write(&path, bytes).unwrap();
    let file = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    let csv = report.to_csv();
    let mut lines = csv.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let schema = file.metadata().file_metadata().schema_descr();
    assert_eq!(schema.columns().iter().map(|column| column.name()).collect::<Vec<_>>(), columns);
    let mut rows = file.get_row_iter(None).unwrap();
    let mut ranges = 0;
    for (line, row) in lines.by_ref().zip(rows.by_ref()) {
        let row = row.unwrap();
        assert!(line.contains(row.get_string(1).unwrap()) && line.contains(row.get_string(2).unwrap()), "{line}");
        let value = format!("{:.4}", row.get_double(3).unwrap());
        let value = value.trim_end_matches('0').trim_end_matches('.');
        assert!(line.split(',').any(|cell| cell == value), "{value} in {line}");
        assert_eq!(row.get_double(4).is_err(), line.ends_with(",,"), "{line}");
        ranges += usize::from(row.get_double(4).is_ok());
    }
    assert!(lines.next().is_none() && rows.next().is_none() && ranges > 0);
}

/// The battle of the bridge between chargers, with or without a script.
fn bridge(script: Option<&str>) -> Report {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let terrains = Terrains::open(&root.join("assets")).unwrap();
    let source = Source::read(root.join("scenarios/bridge.ron")).unwrap();
    let setup = Arc::new(Scenario::read(&source, &terrains).unwrap().prepare(&library(), "time_count").unwrap());
    let script = script.map(|text| {
        let side = &setup.sides[0].name;
        ScriptFile::read(&Source::new("orders.ron", text.replace("OURS", side))).unwrap()
    });
    script.iter().for_each(|script| script.check(&setup).unwrap());
    let plain = experiment(4, vec![setup]);
    let matchup = Matchup { swap: false, ..plain.matchup };
    Report::from(part(&Experiment { matchup, script: script.map(Arc::new), ..plain }, [0, 4], 1))
}

#[test]
fn questions_other_than_turns_are_counted_by_side_with_those_that_orders_answer() {
    let (plain, ordered) =
        (bridge(None), bridge(Some(r#"[(side: "OURS", orders: [(question: Face, habit: Never)])]"#)));
    let of = |report: &Report| report.results.tallies[0].sides.iter().map(|side| side.prompts).collect::<Vec<_>>();
    assert!(of(&plain).iter().all(|prompts| prompts.ordered == 0), "{:?}", of(&plain));
    let prompts = of(&ordered);
    assert!(prompts[0].ordered > 0 && prompts[0].ordered <= prompts[0].places, "{prompts:?}");
    assert_eq!(prompts[1].ordered, 0, "the others have no orders");
    let json: serde_json::Value = serde_json::from_str(&ordered.to_json()).unwrap();
    let name = &ordered.results.tallies[0].sides[0].name;
    let told = &json["rulesets"]["time_count"]["prompts_per_battle"][name.as_str()];
    assert_eq!(told["answered_by_orders"], prompts[0].ordered as f64 / 4.0, "{told}");
    assert_eq!(told["all"], prompts[0].all() as f64 / 4.0, "{told}");
    let row = format!("questions to {name}, per battle");
    assert!(ordered.to_table().lines().any(|line| line.starts_with(&row)), "{}", ordered.to_table());
    let row = format!("time_count,questions per battle,{name},");
    assert!(ordered.to_csv().lines().any(|line| line.starts_with(&row)), "{}", ordered.to_csv());
    assert!(ordered.to_page(&[]).contains("Questions per battle to"));
    let spec = |report: &Report| report.spec.script.is_some();
    assert_eq!((spec(&plain), spec(&ordered)), (false, true));
}
