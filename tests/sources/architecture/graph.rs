//! Which source file imports what from which other. Re-exports are followed to the file that defines the item.
//!
//! `mod x;` is no import, nor is a module that is imported: what counts are the items that are reached through it. A
//! re-export of something below the re-exporting module (`pub use child::Item`) counts only if that file uses the name.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::{Imports, Names};

/// Re-exports of re-exports that are followed. More are a circle of names.
const MOST_HOPS: usize = 12;

/// One source file and its place in the tree of modules.
struct File {
    /// Path below `src`, with `/`.
    path: String,
    /// The root (`lib` or `main`), then the names of the modules.
    module: Names,
    read: Imports,
    /// Modules of this crate of which it imports everything.
    globs: Vec<Names>,
}

/// The target of a path.
enum Target {
    /// An item, with the index of the file that defines it.
    Item(usize, String),
    /// A module.
    Module(Names),
}

/// Imports between the files of a crate.
pub struct Graph {
    files: Vec<File>,
    modules: BTreeMap<Names, usize>,
}

impl Graph {
    /// Reads sources: (path below `src`, text).
    pub fn read(sources: &[(String, String)]) -> Graph {
        let mut graph = Graph { files: Vec::new(), modules: BTreeMap::new() };
        for (path, text) in sources {
            let read = Imports::read(path, text);
            graph.files.push(File { path: path.clone(), module: Names::new(), read, globs: Vec::new() });
        }
        for root in ["lib", "main"] {
            graph.place(&format!("{root}.rs"), vec![root.to_owned()]);
        }
        for at in 0..graph.files.len() {
            let globs = graph.files[at].read.imports.iter().filter(|import| import.name.is_none());
            let targets = globs.filter_map(|import| graph.resolve(at, &import.path, 0));
            let modules = targets.filter_map(|target| match target {
                Target::Module(module) => Some(module),
                Target::Item(..) => None,
            });
            graph.files[at].globs = modules.collect();
        }
        graph
    }

    /// Gives a file and the modules below it their places.
    fn place(&mut self, path: &str, module: Names) {
        let Some(at) = self.files.iter().position(|file| file.path == path) else { return };
        let folder: String = module[1..].iter().map(|name| format!("{name}/")).collect();
        let children: Vec<String> = self.files[at].read.children.iter().cloned().collect();
        self.files[at].module = module.clone();
        self.modules.insert(module.clone(), at);
        for child in children {
            let below: Names = module.iter().cloned().chain([child.clone()]).collect();
            self.place(&format!("{folder}{child}.rs"), below.clone());
            self.place(&format!("{folder}{child}/mod.rs"), below);
        }
    }

    /// The target of a path that a file names; `None` for what lies outside the crate.
    fn resolve(&self, file: usize, path: &[String], hops: usize) -> Option<Target> {
        let own = &self.files[file].module;
        let supers = path.iter().take_while(|name| *name == "super").count();
        match path.first()?.as_str() {
            "crate" => self.walk(&own[..1], &path[1..], hops),
            "warboard" => self.walk(&["lib".to_owned()], &path[1..], hops),
            "self" => self.walk(own, &path[1..], hops),
            "super" => self.walk(own.get(..own.len().checked_sub(supers)?)?, &path[supers..], hops),
            _ => self.walk(own, path, hops),
        }
    }

    /// The target of a path as a module would name it without `self`.
    fn walk(&self, module: &[String], path: &[String], hops: usize) -> Option<Target> {
        let Some((name, rest)) = path.split_first() else { return Some(Target::Module(module.to_vec())) };
        let at = *self.modules.get(module)?;
        let file = &self.files[at];
        if hops > MOST_HOPS {
            return None;
        }
        let item = || file.read.items.contains(name).then(|| Target::Item(at, name.clone()));
        // The last name of a path may be an item and a module at once, of which the item counts.
        if rest.is_empty()
            && let Some(found) = item().or_else(|| self.imported(at, name, rest, hops).filter(Target::is_item))
        {
            return Some(found);
        }
        let child: Names = module.iter().chain([name]).cloned().collect();
        if self.modules.contains_key(&child) {
            return self.walk(&child, rest, hops);
        }
        let imported = || self.imported(at, name, rest, hops);
        let globs = || file.globs.iter().find_map(|glob| self.walk(glob, path, hops + 1).filter(Target::is_item));
        item().or_else(imported).or_else(globs)
    }

    /// The target of a path whose first name is imported by a file.
    fn imported(&self, at: usize, name: &str, rest: &[String], hops: usize) -> Option<Target> {
        let imports = &self.files[at].read.imports;
        let of_name = imports.iter().filter(|import| import.name.as_deref() == Some(name));
        let mut paths = of_name.map(|import| import.path.iter().chain(rest).cloned().collect::<Names>());
        paths.find_map(|path| self.resolve(at, &path, hops + 1))
    }

    /// The items that each file imports from another: (importing file, defining file) to their names.
    pub fn edges(&self) -> BTreeMap<(&str, &str), BTreeSet<String>> {
        let mut edges: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
        for (at, file) in self.files.iter().enumerate().filter(|(_, file)| !file.module.is_empty()) {
            let mut add = |target: Option<Target>| match target {
                Some(Target::Item(of, item)) if of != at => {
                    edges.entry((&file.path, &self.files[of].path)).or_default().insert(item);
                }
                _ => {}
            };
            for import in &file.read.imports {
                let Some(name) = &import.name else { continue };
                let target = self.resolve(at, &import.path, 0);
                if !(import.is_reexport && self.is_below(&target, at) && !file.read.words.contains(name)) {
                    add(target);
                }
            }
            for path in &file.read.paths {
                add(self.resolve(at, path, 0));
            }
            for (glob, word) in file.globs.iter().flat_map(|glob| file.read.words.iter().map(move |word| (glob, word)))
            {
                add(self.walk(glob, std::slice::from_ref(word), 0));
            }
        }
        edges
    }

    /// Whether an item is defined below the module of a file.
    fn is_below(&self, target: &Option<Target>, at: usize) -> bool {
        matches!(target, Some(Target::Item(of, _)) if self.files[*of].module.starts_with(&self.files[at].module))
    }

    /// Files that belong to no crate, as no `mod` names them.
    pub fn strays(&self) -> Vec<&str> {
        self.files.iter().filter(|file| file.module.is_empty()).map(|file| file.path.as_str()).collect()
    }
}

impl Target {
    fn is_item(&self) -> bool {
        matches!(self, Target::Item(..))
    }
}
