//! `warboard rules`: lists rule systems, and what is implemented of each.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};
use warboard::content::authored::{Diagnostic, Source, ValuePath, did_you_mean, locate};
use warboard::rules::coverage::{Coverage, RuleStatus};
use warboard::rules::{HouseRules, Library, RuleValue, Ruleset, ValueChange};

use super::args::{Log, RulesArgs};
use super::failure::{Failure, plain};
use super::output::print;

pub fn rules(assets: &Path, args: &RulesArgs) -> Result<(), Failure> {
    let library = Library::open(assets)?;
    let Some(id) = &args.id else { return list(&library, args.format) };
    let ruleset = library.ruleset(id)?;
    if args.coverage {
        let coverage = Coverage::read(assets, id, &ruleset.codex)?;
        return show(args.format, || coverage_text(&coverage), || json!(coverage));
    }
    if let Some(overlay) = &args.diff {
        return diff(&library, id, overlay, args.format);
    }
    if let Some(text) = &args.values {
        return values(&library, id, text, args.format);
    }
    let units = library.units(id);
    show(args.format, || summary_text(&ruleset, &units), || summary_json(&ruleset, &units))
}

fn show(format: Log, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) -> Result<(), Failure> {
    match format {
        Log::Text => print(&text()),
        Log::Json => print(&format!("{:#}\n", json())),
    }
}

fn list(library: &Library, format: Log) -> Result<(), Failure> {
    let found: Vec<(String, Result<String, Vec<Diagnostic>>)> = library
        .ruleset_ids()
        .into_iter()
        .map(|id| {
            let name = library.ruleset(&id).map(|rules| rules.policies.name.clone());
            (id, name)
        })
        .collect();
    let word = |name: &Result<String, Vec<Diagnostic>>| match name {
        Ok(name) => name.clone(),
        Err(wrong) => format!("broken: {}", wrong.first().map(Diagnostic::brief).unwrap_or_default()),
    };
    let text = || found.iter().map(|(id, name)| format!("{id}  {}\n", word(name))).collect();
    let json = || {
        let entry = |(id, name): &(String, Result<String, Vec<Diagnostic>>)| json!({ "id": id, "name": name.as_ref().ok(), "whole": name.is_ok() });
        json!({ "rulesets": found.iter().map(entry).collect::<Vec<_>>() })
    };
    show(format, text, json)
}

/// The values that house rules change.
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
    let json =
        || json!({ "base": id, "overlay": source.name, "changes": changed.iter().map(entry).collect::<Vec<_>>() });
    show(format, || changed.iter().map(line).collect(), json)
}

/// All changeable values whose path contains a text.
fn values(library: &Library, id: &str, text: &str, format: Log) -> Result<(), Failure> {
    let all = library.values(id)?;
    let wanted = |value: &&RuleValue| value.path.to_lowercase().contains(&text.to_lowercase());
    let found: Vec<&RuleValue> = all.iter().filter(wanted).collect();
    if found.is_empty() {
        let paths: Vec<&str> = all.iter().map(|value| value.path.as_str()).collect();
        let help = did_you_mean(text, &paths).map(|help| format!(" ({help})")).unwrap_or_default();
        return Err(plain(format!("no value of `{id}` has a path that contains `{text}`{help}")));
    }
    let line = |value: &&RuleValue| format!("{} = {}\n", value.path, value.value);
    let entry = |value: &&RuleValue| json!({ "path": value.path, "value": value.value });
    let json = || json!({ "id": id, "values": found.iter().map(entry).collect::<Vec<_>>() });
    show(format, || found.iter().map(line).collect(), json)
}

fn amounts(rules: &Ruleset) -> [(&'static str, usize); 7] {
    [
        ("actions", rules.actions.iter().count()),
        ("conditions", rules.conditions.iter().count()),
        ("weapons", rules.weapons.iter().count()),
        ("armor", rules.armor.iter().count()),
        ("shields", rules.shields.iter().count()),
        ("rules", rules.codex.rules.len()),
        ("rulings", rules.codex.rulings.len()),
    ]
}

fn summary_text(rules: &Ruleset, units: &[String]) -> String {
    let mut text = format!("{} ({})\n", rules.policies.name, rules.id);
    for (what, many) in amounts(rules) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what:10} {many:4}");
    }
    let _ = writeln!(text, "units      {:4}  {}", units.len(), units.join(", "));
    text
}

fn summary_json(rules: &Ruleset, units: &[String]) -> Value {
    let amounts: serde_json::Map<String, Value> =
        amounts(rules).into_iter().map(|(what, many)| (what.to_owned(), json!(many))).collect();
    let actions: Vec<&str> = rules.actions.iter().map(|action| action.id.as_str()).collect();
    json!({ "id": rules.id, "name": rules.policies.name, "amounts": amounts, "units": units, "actions": actions })
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
