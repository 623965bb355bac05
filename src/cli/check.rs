//! `warboard check`: reports every mistake in authored files.

use std::fs;
use std::path::{Path, PathBuf};

use warboard::content::authored::{Diagnostic, Source, parse};
use warboard::content::terrain::Terrains;
use warboard::content::unit::Unit;
use warboard::control::ScriptFile;
use warboard::rules::{HouseRules, Library};
use warboard::scenario::Scenario;
use warboard::tutorial::Tutorial;

use super::args::CheckArgs;
use super::output::{Failure, plain, print_diagnostics, say};

/// Checks files one by one; a file of a rule system or an assets folder is checked together with that folder.
pub fn check(assets: &Path, args: &CheckArgs) -> Result<(), Failure> {
    let mut checking =
        Checking { assets, ruleset: args.ruleset.as_deref(), found: Vec::new(), files: 0, roots: Vec::new() };
    args.paths.iter().for_each(|path| checking.path(path));
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (files, problems) = (counted(checking.files, "file"), counted(checking.found.len(), "problem"));
    if checking.found.is_empty() {
        say(format_args!("{files} checked, no problems found"));
        return Ok(());
    }
    print_diagnostics(&checking.found);
    Err(plain(format_args!("{files} checked, {problems} found")))
}

struct Checking<'a> {
    assets: &'a Path,
    ruleset: Option<&'a str>,
    found: Vec<Diagnostic>,
    files: usize,
    /// Rule systems and assets folders that were already checked.
    roots: Vec<PathBuf>,
}

impl Checking<'_> {
    fn path(&mut self, path: &Path) {
        if !path.is_dir() {
            return self.file(path);
        }
        let files = ron_files(path);
        if files.is_empty() {
            self.found.push(Diagnostic::of_file(&path.display().to_string(), "no RON files found in this folder"));
        }
        files.iter().for_each(|file| self.file(file));
    }

    fn file(&mut self, path: &Path) {
        self.files += 1;
        let source = match Source::read(path) {
            Ok(source) => source,
            Err(diagnostic) => return self.found.push(diagnostic),
        };
        if let Some((root, ruleset)) = assets_of(path) {
            return self.of_ruleset(&root, ruleset.as_deref(), path);
        }
        let has = |field: &str| source.text.contains(field);
        let wrong = if path.file_name().is_some_and(|name| name == "terrain.ron") {
            Terrains::read(&source).err()
        } else if has("lessons:") && !has("map:") {
            self.tutorial(&source).err()
        } else if has("base:") && has("set:") && !has("map:") {
            self.house(&source).err()
        } else if has("stats:") && !has("map:") {
            parse::<Unit>(&source).err().map(|diagnostic| vec![diagnostic])
        } else {
            self.scenario(&source).err()
        };
        self.found.extend(wrong.into_iter().flatten());
    }

    /// A file inside an assets folder: checks the rule system it belongs to, once.
    fn of_ruleset(&mut self, root: &Path, ruleset: Option<&str>, path: &Path) {
        let whole = ruleset.map_or_else(|| path.to_owned(), |id| root.join("rulesets").join(id));
        if self.roots.contains(&whole) {
            return;
        }
        self.roots.push(whole);
        let library = Library::open(root);
        let checked = library.and_then(|library| {
            let Some(id) = ruleset else { return Ok(()) };
            let rules = library.ruleset(id)?;
            let Some(orders) = &rules.orders else { return Ok(()) };
            ScriptFile::read(orders).map_err(|wrong| vec![wrong])?.check_recommended(&rules)
        });
        self.found.extend(checked.err().into_iter().flatten());
    }

    fn house(&self, source: &Source) -> Result<(), Vec<Diagnostic>> {
        let house = HouseRules::read(source).map_err(|wrong| vec![wrong])?;
        Library::open(self.assets)?.add_house_rules(&house).map(drop)
    }

    fn tutorial(&self, source: &Source) -> Result<(), Vec<Diagnostic>> {
        let tutorial = Tutorial::read(source).map_err(|wrong| vec![wrong])?;
        tutorial.check(&Library::open(self.assets)?, &Terrains::open(self.assets)?)
    }

    fn scenario(&self, source: &Source) -> Result<(), Vec<Diagnostic>> {
        let scenario = Scenario::read(source, &Terrains::open(self.assets)?)?;
        let library = Library::open(self.assets)?;
        let ids = self.ruleset.map_or_else(|| library.ruleset_ids(), |id| vec![id.to_owned()]);
        let mut wrong = Vec::new();
        for id in ids {
            let Err(found) = scenario.prepare(&library, &id) else { return Ok(()) };
            wrong.push(found);
        }
        Err(wrong.into_iter().min_by_key(Vec::len).unwrap_or_default())
    }
}

/// All RON files in a folder and its subfolders, sorted. Links to folders are skipped: they could form cycles.
fn ron_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let is_ron = |path: &Path| path.extension().is_some_and(|extension| extension == "ron");
    let nested = paths.into_iter().flat_map(|path| match path.is_dir() {
        true if path.is_symlink() => Vec::new(),
        true => ron_files(&path),
        false => Some(path).filter(|path| is_ron(path)).into_iter().collect(),
    });
    nested.collect()
}

/// The assets folder and the rule system that a file belongs to; `None` for `terrain.ron` and files elsewhere.
fn assets_of(path: &Path) -> Option<(PathBuf, Option<String>)> {
    let path = std::path::absolute(path).ok()?;
    for folder in path.ancestors().skip(1) {
        let (Some(root), Some(name)) = (folder.parent(), folder.file_name()) else { continue };
        if !root.join("rulesets").is_dir() {
            continue;
        }
        let within = path.strip_prefix(folder).ok()?.components().next()?;
        let ruleset = within.as_os_str().to_string_lossy().into_owned();
        let is_ruleset = root.join("rulesets").join(&ruleset).is_dir();
        return match name.to_string_lossy().as_ref() {
            "rulesets" | "units" if is_ruleset => Some((root.to_owned(), Some(ruleset))),
            "rulesets" | "art" | "sound" | "fonts" => Some((root.to_owned(), None)),
            _ => None,
        };
    }
    None
}
