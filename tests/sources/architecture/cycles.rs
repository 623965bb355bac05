//! Import cycles between source files.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::Graph;
use crate::files::sources;

/// Files that may import each other in a circle.
const MOST: usize = 4;

type Edges<'a> = BTreeMap<(&'a str, &'a str), BTreeSet<String>>;

/// The groups of more than one file in which each file reaches each other along imports, largest first.
fn cycles<'a>(edges: &Edges<'a>) -> Vec<BTreeSet<&'a str>> {
    let mut after: BTreeMap<&str, Vec<&'a str>> = BTreeMap::new();
    for (from, to) in edges.keys() {
        after.entry(from).or_default().push(to);
    }
    let reached = |start: &'a str| {
        let (mut reached, mut open): (BTreeSet<&'a str>, Vec<&'a str>) = (BTreeSet::new(), vec![start]);
        while let Some(file) = open.pop() {
            open.extend(after.get(file).into_iter().flatten().filter(|next| reached.insert(**next)));
        }
        reached
    };
    let files: BTreeSet<&'a str> = edges.keys().map(|(from, _)| *from).collect();
    let reach: BTreeMap<&'a str, BTreeSet<&'a str>> = files.into_iter().map(|file| (file, reached(file))).collect();
    let group = |file: &'a str| -> BTreeSet<&'a str> {
        let all = reach[file].iter().copied();
        all.filter(|other| reach.get(other).is_some_and(|back| back.contains(file))).collect()
    };
    let groups: BTreeSet<BTreeSet<&str>> =
        reach.keys().map(|file| group(file)).filter(|group| group.len() > 1).collect();
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// A circle of imports with the items that close it.
fn description(cycle: &BTreeSet<&str>, edges: &Edges) -> String {
    let inside = edges.iter().filter(|((from, to), _)| cycle.contains(from) && cycle.contains(to));
    let lines = inside.map(|((from, to), items)| {
        let items: Vec<&str> = items.iter().map(String::as_str).collect();
        format!("  {from} -> {to} : {}\n", items.join(", "))
    });
    format!("{} files import each other:\n{}", cycle.len(), lines.collect::<String>())
}

#[test]
fn no_import_cycle_is_longer_than_four_files() {
    let graph = Graph::read(&sources());
    let edges = graph.edges();
    let long: Vec<String> =
        cycles(&edges).iter().filter(|cycle| cycle.len() > MOST).map(|cycle| description(cycle, &edges)).collect();
    assert!(long.is_empty(), "{} cycles of more than {MOST} files\n{}", long.len(), long.join("\n"));
}

#[test]
fn every_source_file_is_part_of_the_program() {
    assert_eq!(Graph::read(&sources()).strays(), Vec::<&str>::new());
}

/// Sources from `(path, text)`.
fn given(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

/// Edges as `from -> to : items`.
fn written(files: &[(&str, &str)]) -> Vec<String> {
    let graph = Graph::read(&given(files));
    let line = |((from, to), items): (&(&str, &str), &BTreeSet<String>)| {
        format!("{from} -> {to} : {}", items.iter().cloned().collect::<Vec<_>>().join(", "))
    };
    graph.edges().iter().map(line).collect()
}

#[test]
fn imports_are_followed_through_groups_and_reexports() {
    let edges = written(&[
        ("lib.rs", "pub mod a; pub mod b; pub use a::Deep;"),
        ("a/mod.rs", "pub mod deep; mod own; pub use deep::{Deep, Other as Renamed};"),
        ("a/deep.rs", "pub struct Deep; pub enum Other { One } pub fn deep() {}"),
        ("a/own.rs", "use super::deep::{self, Deep as D}; use super::super::b::Side; fn f() { deep::deep(); }"),
        ("b.rs", "use crate::{Deep, a::{Renamed, deep}}; pub struct Side; fn f() { deep::deep(); Renamed::One; }"),
    ]);
    assert_eq!(
        edges,
        ["a/own.rs -> a/deep.rs : Deep, deep", "a/own.rs -> b.rs : Side", "b.rs -> a/deep.rs : Deep, Other, deep",]
    );
}

#[test]
fn paths_in_code_macros_and_attributes_are_imports() {
    let edges = written(&[
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "pub fn f() -> u8 { 1 } pub struct A; pub const C: u8 = 1; pub trait T {}"),
        ("b.rs", "fn g(x: crate::a::A) { let _ = super::a::f(); x.a::<u8>(); }"),
        ("c.rs", r#"use crate::a; fn g() { println!("a::f {}", S { c: a::C, ..x.a::f() }); } impl a::T for u8 {}"#),
        ("d.rs", "#[derive(crate::a::A)] struct D; // crate::a::f\n/// crate::a::C\nfn g() {}"),
    ]);
    assert_eq!(edges, ["b.rs -> a.rs : A, f", "c.rs -> a.rs : C, T", "d.rs -> a.rs : A"]);
}

#[test]
fn modules_tests_and_unused_reexports_of_children_are_no_imports() {
    let edges = written(&[
        ("lib.rs", "mod a; mod b; mod x;"),
        ("a/mod.rs", "mod c; mod d; pub use c::C; pub use d::D; use std::fmt; fn f(_: D) -> fmt::Result {}"),
        ("a/c.rs", "pub struct C; pub struct Made; #[cfg(test)] mod tests { use crate::b::B; }"),
        ("a/d.rs", "pub struct D; use crate::b; #[cfg(test)] fn t() { b::B; }"),
        ("b.rs", "pub struct B; pub use super::a::C;"),
        ("x.rs", "use crate::a::*; pub mod inline { use super::super::b::B; pub fn g(_: super::C) {} }"),
    ]);
    assert_eq!(edges, ["a/mod.rs -> a/d.rs : D", "b.rs -> a/c.rs : C", "x.rs -> a/c.rs : C", "x.rs -> b.rs : B"]);
}

#[test]
fn a_name_may_be_a_module_and_a_function() {
    let edges = written(&[
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "mod go; pub use go::go;"),
        ("a/go.rs", "pub fn go() {} pub fn stop() {}"),
        ("b.rs", "use crate::a::go; fn f() { go(); crate::a::go::stop(); }"),
    ]);
    assert_eq!(edges, ["b.rs -> a/go.rs : go, stop"]);
}

#[test]
fn a_cycle_is_reported_with_the_items_that_close_it() {
    let files = given(&[
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use super::b::B; pub struct A;"),
        ("b.rs", "pub struct B; fn f() { crate::c::go() }"),
        ("c.rs", "use crate::{a::A, d::D}; pub fn go() {}"),
        ("d.rs", "pub struct D;"),
    ]);
    let graph = Graph::read(&files);
    let edges = graph.edges();
    let found: Vec<String> = cycles(&edges).iter().map(|cycle| description(cycle, &edges)).collect();
    assert_eq!(found, ["3 files import each other:\n  a.rs -> b.rs : B\n  b.rs -> c.rs : go\n  c.rs -> a.rs : A\n",]);
}
