//! The direction of imports, read from the `use` lines and paths of the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules from left to right; those of one row may see each other's left, never their own right.
const ROWS: [&[&str]; 11] = [
    &["disk", "grid", "dice"],
    &["content"],
    &["battle"],
    &["mechanics", "turn"],
    &["rules"],
    &["resolution"],
    &["scenario", "control"],
    &["odds", "replay"],
    &["batch", "gui"],
    &["cli"],
    &["main"],
];

fn row(module: &str) -> Option<usize> {
    ROWS.iter().position(|row| row.contains(&module))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            sources(&entry, found);
        } else if entry.extension().is_some_and(|ending| ending == "rs") {
            found.push(entry);
        }
    }
}

/// Every source file with the module it belongs to and its text without comments.
fn modules() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let described = files.into_iter().map(|file| {
        let below = file.strip_prefix(&root).expect("below src");
        let first = below.components().next().expect("a name").as_os_str().to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).expect("a text");
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        (first.trim_end_matches(".rs").to_owned(), file, code.join("\n"))
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
                wrong.push(format!("{} ({module}) names {name}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_window_and_the_batch_do_not_know_each_other() {
    for (module, file, text) in modules() {
        let stranger = match module.as_str() {
            "gui" => "batch",
            "batch" => "gui",
            _ => continue,
        };
        assert!(!named(&text).contains(&stranger.to_owned()), "{} names {stranger}", file.display());
    }
}

#[test]
fn pure_modules_do_not_know_bevy() {
    for (module, file, text) in modules() {
        if ["grid", "dice", "content"].contains(&module.as_str()) {
            assert!(!text.contains("bevy"), "{} names bevy", file.display());
        }
    }
}

#[test]
fn nothing_left_of_the_window_names_a_rendering_crate() {
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
                assert!(!text.contains(name), "{} names {name}", file.display());
            }
        }
    }
}

#[test]
fn only_apply_writes_components() {
    let parts = ["Vitals", "Position", "Conditions", "Stance", "Arms", "Momentum", "PairFacts", "TurnState", "Facing"];
    for (module, file, text) in modules() {
        if module == "gui" || file.ends_with("resolution/apply.rs") {
            continue;
        }
        for part in parts {
            for writing in [
                format!("get_mut::<{part}>"),
                format!("Mut<{part}>"),
                format!("&'static mut {part}"),
                format!("<&mut {part}"),
            ] {
                assert!(!text.contains(&writing), "{} writes {part}", file.display());
            }
        }
    }
}
