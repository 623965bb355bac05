//! The window reads a battle from components alone, and no component is published that nothing reads.

mod queries;

use std::collections::BTreeSet;

use crate::architecture::graph::Graph;
use crate::files::sources;
use queries::{read_by, registered};

/// Where the plugin registers the components it publishes (below `src`).
const REGISTRY: &str = "ecs";

/// Where systems read them (below `src`).
const READERS: [&str; 3] = ["gui", "ecs/combatants.rs", "ecs/cells.rs"];

/// Registered types that no system reads, with the reason.
const UNREAD: &[(&str, &str)] = &[];

/// Types of the simulation that the window does not name.
const SIMULATION: [&str; 4] = ["Snapshot", "BattleState", "Battlefield", "Row"];

/// Files and folders of the window that may name them (below `src`): they run the battle and what a side knows of it.
const MAY_NAME: [&str; 3] = ["gui/session", "gui/playback.rs", "gui/known.rs"];

/// Whether a file is this one or lies in this folder.
fn is_in(file: &str, place: &str) -> bool {
    file.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || rest == ".rs")
}

/// The sources in some places.
fn sources_in(places: &[&str]) -> Vec<(String, String)> {
    sources().into_iter().filter(|(file, _)| places.iter().any(|place| is_in(file, place))).collect()
}

#[test]
fn every_published_component_is_read_by_a_query() {
    let published: BTreeSet<String> = sources_in(&[REGISTRY]).iter().flat_map(|(_, text)| registered(text)).collect();
    assert!(!published.is_empty(), "no component is registered in src/{REGISTRY}");
    let read = read_by(&sources_in(&READERS));
    let is_excepted = |name: &str| UNREAD.iter().any(|(unread, _)| *unread == name);
    let unread: Vec<&String> = published.iter().filter(|name| !read.contains(*name) && !is_excepted(name)).collect();
    assert!(unread.is_empty(), "published, but read by no query in {READERS:?}: {unread:?}");
    for (name, reason) in UNREAD {
        assert!(published.contains(*name) && !read.contains(*name), "{name} is no exception any more ({reason})");
    }
}

#[test]
fn the_window_reads_no_simulation_state() {
    let sources = sources();
    let graph = Graph::read(&sources);
    let mut wrong = Vec::new();
    for ((from, to), items) in graph.edges() {
        let is_bound = is_in(from, "gui") && !is_in(to, "gui") && !MAY_NAME.iter().any(|place| is_in(from, place));
        let named = items.iter().filter(|item| is_bound && SIMULATION.contains(&item.as_str()));
        wrong.extend(named.map(|item| format!("src/{from} names {item} of src/{to}")));
    }
    assert!(wrong.is_empty(), "the window names simulation state at {} places:\n{}", wrong.len(), wrong.join("\n"));
}
