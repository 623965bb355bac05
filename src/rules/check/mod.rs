//! Validation beyond the types: undefined names, numbers out of range, missing rows.

mod actions;
mod conditions;
mod file_check;
mod gear;
mod height;
mod hud;
mod policies;
mod rest;
mod spells;
mod units;
mod venoms;

use serde::Serialize;

use super::citations;
use super::content::{Authored, Content};
use crate::content::authored::{Diagnostic, Findings};
use crate::content::codex::Codex;
use file_check::{FileCheck, Known};

/// All mistakes in the content of a rule system, file by file.
pub(super) fn check(content: &Content) -> Vec<Diagnostic> {
    let known = Known::of(content);
    let mut all = Vec::new();
    all.extend(check_codex(&content.codex));
    all.extend(inspect(&content.policies, &known, |policies, file| {
        policies::check(policies, file);
        if let Some(policy) = &policies.rest {
            rest::check(policy, content, file);
        }
    }));
    all.extend(inspect(&content.conditions, &known, |list, file| conditions::check(list, file)));
    for (at, topic) in content.actions.iter().enumerate() {
        all.extend(inspect(topic, &known, |list, file| {
            actions::check(list, &content.policies.value, file);
            actions::check_ids(list, &content.actions[..at], file);
            hud::check_listed(list, &content.hud.value, file);
        }));
    }
    if let Some(spells) = &content.spells {
        all.extend(inspect(spells, &known, |list, file| {
            spells::check(list, content, file);
            hud::check_listed(list, &content.hud.value, file);
        }));
    }
    if let Some(venoms) = &content.venoms {
        all.extend(inspect(venoms, &known, |list, file| venoms::check(list, content, file)));
    }
    all.extend(inspect(&content.weapons, &known, |list, file| {
        gear::check_weapons(list, &content.policies.value, file);
        spells::check_items(list, content, file);
    }));
    all.extend(inspect(&content.armor, &known, |list, file| gear::check_armor(list, file)));
    all.extend(inspect(&content.shields, &known, |list, file| gear::check_shields(list, file)));
    if let Some(things) = &content.things {
        all.extend(inspect(things, &known, |list, file| {
            actions::check_items(list, &content.policies.value, file);
            spells::check_scrolls(list, content, file);
        }));
    }
    all.extend(inspect(&content.hud, &known, |layout, file| hud::check(layout, content, file)));
    for (stem, unit) in &content.units {
        all.extend(inspect(unit, &known, |unit, file| units::check(stem, unit, content, file)));
    }
    all
}

/// Checks the codex.
fn check_codex(codex: &Authored<Codex>) -> Vec<Diagnostic> {
    let mut findings = Findings::new(&codex.source);
    codex.value.check(&mut findings);
    findings.finish(()).err().unwrap_or_default()
}

/// Checks one file, including the rules it cites.
fn inspect<T: Serialize>(
    file: &Authored<T>,
    known: &Known,
    check: impl FnOnce(&T, &mut FileCheck<'_>),
) -> Vec<Diagnostic> {
    let mut inspection = FileCheck { findings: Findings::new(&file.source), known };
    citations::check(file, &known.rules, &known.sorted, &mut inspection.findings);
    check(&file.value, &mut inspection);
    inspection.findings.finish(()).err().unwrap_or_default()
}
