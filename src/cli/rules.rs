//! `warboard rules`: lists rule systems, and what is implemented of each.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Map, Value, json};
use warboard::content::Ruling;
use warboard::content::authored::{Diagnostic, Source, ValuePath, locate};
use warboard::rules::coverage::{Coverage, RuleStatus};
use warboard::rules::{HouseRules, Library, RuleValue, Ruleset, ValueChange};

use super::args::{Log, RulesArgs};
use super::output::{Failure, print_as, unknown};

pub fn rules(assets: &Path, args: &RulesArgs) -> Result<(), Failure> {
    let library = Library::open(assets)?;
    let Some(id) = &args.id else { return list(&library, args.format) };
    let ruleset = library.ruleset(id)?;
    if args.coverage {
        let coverage = Coverage::read(assets, id, &ruleset.codex)?;
        return print_as(args.format, coverage_text(&coverage), json!(coverage));
    }
    if let Some(overlay) = &args.diff {
        return diff(&library, id, overlay, args.format);
    }
    if let Some(text) = &args.values {
        return values(&library, id, text, args.format);
    }
    if let Some(text) = &args.rulings {
        return rulings(&ruleset, text, args.format);
    }
    summary(&ruleset, &library.units(id), args.format)
}

/// Every ruling that contains a text, with the house rules for other readings.
fn rulings(rules: &Ruleset, text: &str, format: Log) -> Result<(), Failure> {
    let wanted = |made: &&Ruling| format!("{} {}\n{}", made.id, made.topic, made.words()).to_lowercase();
    let found: Vec<&Ruling> =
        rules.codex.rulings.iter().filter(|made| wanted(made).contains(&text.to_lowercase())).collect();
    if found.is_empty() {
        let ids: Vec<&str> = rules.codex.rulings.iter().map(|made| made.id.as_str()).collect();
        let complaint = format_args!("no ruling of `{}` contains `{text}`", rules.id);
        return Err(unknown(complaint, text, &ids));
    }
    let words = |made: &&Ruling| made.words().replace('\n', "\n    ");
    let lines: String = found.iter().map(|made| format!("{}  {}: {}\n", made.id, made.topic, words(made))).collect();
    print_as(format, lines, json!({ "id": rules.id, "rulings": found }))
}

fn list(library: &Library, format: Log) -> Result<(), Failure> {
    let (mut text, mut entries) = (String::new(), Vec::new());
    for id in library.ruleset_ids() {
        let found = library.ruleset(&id);
        let name = found.as_ref().ok().map(|rules| &*rules.policies.name);
        entries.push(json!({ "id": id, "name": name, "whole": found.is_ok() }));
        let broken = |wrong: Vec<Diagnostic>| wrong.first().map(Diagnostic::brief).unwrap_or_default();
        let word = match found {
            Ok(rules) => rules.policies.name.clone(),
            Err(wrong) => format!("broken: {}", broken(wrong)),
        };
        text += &format!("{id}  {word}\n");
    }
    print_as(format, text, json!({ "rulesets": entries }))
}

fn diff(library: &Library, id: &str, overlay: &Path, format: Log) -> Result<(), Failure> {
    let source = Source::read(overlay)?;
    let house = HouseRules::read(&source)?;
    if house.base != id {
        let span = locate(&source.text, &ValuePath::root().field("base"));
        let message = format!("these house rules are for `{}`, not `{id}`", house.base);
        return Err(Diagnostic::spanning(&source, span, message).into());
    }
    let changed = library.clone().add_house_rules(&house)?;
    let line = |change: &ValueChange| format!("{}: {} -> {}\n", change.path, change.before, change.after);
    let entry = |change: &ValueChange| json!({ "path": change.path, "before": change.before, "after": change.after });
    let (text, entries): (String, Vec<Value>) = changed.iter().map(|change| (line(change), entry(change))).unzip();
    print_as(format, text, json!({ "base": id, "overlay": source.name, "changes": entries }))
}

fn values(library: &Library, id: &str, text: &str, format: Log) -> Result<(), Failure> {
    let all = library.values(id)?;
    let wanted = |value: &&RuleValue| value.path.to_lowercase().contains(&text.to_lowercase());
    let found: Vec<&RuleValue> = all.iter().filter(wanted).collect();
    if found.is_empty() {
        let paths: Vec<&str> = all.iter().map(|value| value.path.as_str()).collect();
        let complaint = format_args!("no value of `{id}` has a path that contains `{text}`");
        return Err(unknown(complaint, text, &paths));
    }
    let lines: String = found.iter().map(|value| format!("{} = {}\n", value.path, value.value)).collect();
    let entries = found.iter().map(|value| json!({ "path": value.path, "value": value.value }));
    print_as(format, lines, json!({ "id": id, "values": entries.collect::<Vec<_>>() }))
}

fn summary(rules: &Ruleset, units: &[String], format: Log) -> Result<(), Failure> {
    let amounts = [
        ("actions", rules.actions.iter().count()),
        ("conditions", rules.conditions.iter().count()),
        ("weapons", rules.weapons.iter().count()),
        ("armor", rules.armor.iter().count()),
        ("shields", rules.shields.iter().count()),
        ("rules", rules.codex.rules.len()),
        ("rulings", rules.codex.rulings.len()),
    ];
    let mut text = format!("{} ({})\n", rules.policies.name, rules.id);
    for (what, many) in amounts {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what:10} {many:4}");
    }
    let _ = writeln!(text, "units      {:4}  {}", units.len(), units.join(", "));
    let amounts: Map<String, Value> = amounts.map(|(what, many)| (what.to_owned(), json!(many))).into_iter().collect();
    let actions: Vec<&str> = rules.actions.iter().map(|action| action.id.as_str()).collect();
    let name = &rules.policies.name;
    let json = json!({ "id": rules.id, "name": name, "amounts": amounts, "units": units, "actions": actions });
    print_as(format, text, json)
}

fn coverage_text(coverage: &Coverage) -> String {
    let mut text =
        format!("{}\n{:10} {:>6} {:>12} {:>7}\n", coverage.ruleset, "scope", "total", "implemented", "tested");
    for (scope, sum) in &coverage.scopes {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{scope:10} {:>6} {:>12} {:>7}", sum.total, sum.implemented, sum.tested);
    }
    for row in &coverage.rows {
        let status = match row.status {
            RuleStatus::Implemented if row.tests.is_empty() => "implemented",
            RuleStatus::Implemented => "tested",
            RuleStatus::Missing => "missing",
        };
        let _ = writeln!(text, "{}  {:9}  {status:11}  {}", row.id, row.scope.word(), row.tests.join(", "));
    }
    text
}
