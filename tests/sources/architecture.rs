//! The direction of imports, read from the `use` lines and paths of the sources.

mod cycles;
pub mod graph;
pub mod imports;

use crate::files::sources;

/// Modules from left to right; those of one row may see each other's left, never their own right.
const ROWS: [&[&str]; 13] = [
    &["disk", "grid", "dice"],
    &["content"],
    &["battle"],
    &["mechanics", "turn"],
    &["rules"],
    &["resolution"],
    &["scenario", "narration"],
    &["odds", "tutorial"],
    &["control"],
    &["replay", "ecs"],
    &["batch", "gui"],
    &["cli"],
    &["main"],
];

fn row(module: &str) -> Option<usize> {
    ROWS.iter().position(|row| row.contains(&module))
}

/// Every source file with the module it belongs to and its text without comments.
fn modules() -> Vec<(String, String, String)> {
    let described = sources().into_iter().map(|(file, text)| {
        let first = file.split('/').next().expect("a name").trim_end_matches(".rs").to_owned();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        (first, file, code.join("\n"))
    });
    described.collect()
}

/// The modules of this crate that a text names.
fn named(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for prefix in ["crate::", "warboard::"] {
        for part in text.split(prefix).skip(1) {
            let name: String = part.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
            names.push(name);
        }
    }
    names
}

#[test]
fn imports_go_one_way() {
    let mut wrong = Vec::new();
    for (module, file, text) in modules() {
        let Some(own) = row(&module) else { continue };
        for name in named(&text) {
            if row(&name).is_some_and(|other| other > own) {
                wrong.push(format!("{file} ({module}) names {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_window_and_the_batch_do_not_use_each_other() {
    for (module, file, text) in modules() {
        let stranger = match module.as_str() {
            "gui" => "batch",
            "batch" => "gui",
            _ => continue,
        };
        assert!(!named(&text).contains(&stranger.to_owned()), "{file} names {stranger}");
    }
}

#[test]
fn pure_modules_do_not_use_bevy() {
    for (module, file, text) in modules() {
        if ["grid", "dice", "content"].contains(&module.as_str()) {
            // Reflection is how an inspector shows their values; it knows no world.
            let named = text.replace("bevy::reflect::", "");
            assert!(!named.contains("bevy"), "{file} names bevy");
        }
    }
}

#[test]
fn only_the_window_names_rendering_crates() {
    let rendering = [
        "bevy::render",
        "bevy::sprite",
        "bevy::ui",
        "bevy::window",
        "bevy::text",
        "bevy::image",
        "bevy_egui",
        "bevy_ecs_tilemap",
        "bevy_pancam",
        "winit",
    ];
    for (module, file, text) in modules() {
        if module != "gui" {
            for name in rendering {
                assert!(!text.contains(name), "{file} names {name}");
            }
        }
    }
}

#[test]
fn only_apply_writes_components() {
    let parts = ["Vitals", "Position", "Conditions", "Stance", "Arms", "Momentum", "PairFacts", "TurnState", "Facing"];
    for (module, file, text) in modules() {
        if module == "gui" {
            continue;
        }
        for part in parts {
            for writing in [
                format!("get_mut::<{part}>"),
                format!("Mut<{part}>"),
                format!("&'static mut {part}"),
                format!("<&mut {part}"),
            ] {
                assert!(!text.contains(&writing), "{file} writes {part}");
            }
        }
    }
}

#[test]
fn lengths_are_told_in_the_unit_of_the_rule_system() {
    let players_read = ["gui", "narration", "odds", "cli", "batch", "ecs", "resolution", "mechanics"];
    for (module, file, text) in modules().into_iter().filter(|(module, ..)| players_read.contains(&module.as_str())) {
        for line in text.lines().map(|line| line.replace("ground under its feet", "")) {
            let mut words =
                line.split('"').skip(1).step_by(2).flat_map(|words| words.split(|c: char| !c.is_alphabetic()));
            let unit = words.find(|word| ["ft", "foot", "feet"].contains(word));
            assert_eq!(unit, None, "{module}: {file} names a unit of length: use `LengthUnit`");
        }
    }
}

#[test]
fn only_turn_folders_distinguish_counts_from_rounds() {
    // The definition, and the check of its values.
    let others = ["content/policy/turn/mod.rs", "rules/check/policies/mod.rs"];
    for (_, file, text) in modules() {
        if !file.split('/').any(|part| part == "turn") && !others.contains(&file.as_str()) {
            assert!(!text.contains("TurnOrder::"), "{file} matches on the turn order: ask `turn/order.rs`");
        }
    }
}

#[test]
fn only_mechanics_and_the_procedures_that_change_pools_read_them() {
    let pools =
        [".hit_points", ".invigoration", "vitals.maximum", "vitals.current()", "vitals.fatigue", "vitals.bonus"];
    let places = ["battle/vitals.rs", "mechanics/", "resolution/procedure/effect/healing.rs", "resolution/begin/"];
    // These pay in fatigue, which is their own change of the pool.
    let payers = [
        "resolution/procedure/settle.rs",
        "resolution/procedure/movement/walk/end.rs",
        "resolution/procedure/consequence/exertion.rs",
    ];
    // Hit points of things and rests, which are numbers of a policy.
    let policies = ["policy.hit_points", "policies.hit_points", "roles.hit_points"];
    for (_, file, text) in modules() {
        if places.iter().chain(&payers).any(|place| file.starts_with(place)) {
            continue;
        }
        let text = policies.iter().fold(text, |text, of_policy| text.replace(of_policy, ""));
        for pool in pools {
            assert!(!text.contains(pool), "{file} reads `{pool}`: ask `mechanics::health`");
        }
    }
}
