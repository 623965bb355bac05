//! Authored RON files: refusals, locations of diagnostics, and suggestions.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;
use serde::Deserialize;
use warboard::content::authored::{closest, did_you_mean, locate, parse};
use warboard::content::{Diagnostic, Source, ValuePath};
use warboard::dice::DiceFormula;

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    name: String,
    #[serde(default)]
    reach: Option<u16>,
    #[serde(default)]
    damage: DiceFormula,
    #[serde(default)]
    posture: Posture,
    #[serde(default)]
    guards: Vec<Unit>,
    #[serde(default)]
    legend: BTreeMap<char, String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
enum Posture {
    #[default]
    Standing,
    Prone,
    Raised {
        feet: u16,
    },
    Steps(u8, u8),
}

const VALID: &str = include_str!("../fixtures/knight.ron");

fn read(text: &str) -> Result<Unit, Diagnostic> {
    parse(&Source::new("knight.ron", text))
}

fn refused(text: &str) -> Diagnostic {
    match read(text) {
        Ok(unit) => panic!("read as {unit:?}"),
        Err(refused) => refused,
    }
}

#[test]
fn a_valid_file_may_leave_out_optional_fields() {
    let knight = read(VALID).unwrap_or_else(|refused| panic!("{}", refused.render()));
    assert_eq!((knight.reach, knight.guards[0].reach), (Some(10), Some(5)));
    assert_eq!(knight.posture, Posture::Raised { feet: 5 });
}

#[test]
fn diagnostics_have_a_location_and_a_suggestion() {
    for (text, brief) in [
        (
            "(\n  name: \"a\",\n  raech: 5,\n)",
            "knight.ron:3:3: unknown field `raech` in `Unit` (did you mean `reach`? known: `name`, `reach`, `damage`, `posture`, `guards`, `legend`)",
        ),
        (
            "(name: \"a\", posture: Pron)",
            "knight.ron:1:22: unknown choice `Pron` for `Posture` (did you mean `Prone`? known: `Standing`, `Prone`, `Raised`, `Steps`)",
        ),
        ("(reach: 5)", "knight.ron:1:10: the field `name` is missing in `Unit`"),
        ("(name: \"a\", name: \"b\")", "knight.ron:1:13: the field `name` is written twice in `Unit`"),
        (
            "(name: \"é\", damage: \"0d6\")",
            "knight.ron:1:21: `0` dice cannot be rolled; a formula rolls 1 to 100 dice, or is a whole number such as `5`",
        ),
        ("(name: \"a\") x", "knight.ron:1:13: the value ends before this; nothing may follow it"),
        ("Unti(name: \"a\")", "knight.ron:1:1: this is `Unti`, but `Unit` belongs here (did you mean `Unit`?)"),
    ] {
        assert_eq!(refused(text).brief(), brief, "{text}");
    }
}

#[test]
fn a_diagnostic_is_drawn_with_a_caret() {
    let drawn = refused("(\n  name: \"a\",\n  raech: 5,\n)").render();
    for part in ["unknown field `raech`", "knight.ron:3:3", "raech: 5", "here", "did you mean `reach`?"] {
        assert!(drawn.contains(part), "{part} is not in\n{drawn}");
    }
    assert!(!drawn.contains('\u{1b}'), "no colours");
}

#[test]
fn every_truncated_text_is_a_diagnostic() {
    for cut in (0..VALID.len()).filter(|&cut| VALID.is_char_boundary(cut)) {
        if let Err(refused) = read(&VALID[..cut]) {
            assert!(refused.line() >= 1 && refused.column() >= 1);
            assert!(!refused.render().is_empty());
        }
    }
}

#[test]
fn ten_thousand_levels_are_refused_without_a_stack_overflow() {
    for (open, close) in
        [("(name: \"a\", guards: [", "])"), ("[", "]"), ("(", ")"), ("{1:", "}"), ("Some(", ")"), ("/*", "*/")]
    {
        let text = open.repeat(10_000) + &close.repeat(10_000);
        assert!(!refused(&text).brief().is_empty());
        assert!(parse::<ron::Value>(&Source::new("deep.ron", text.as_str())).is_err(), "{open}");
        let span = locate(&text, &ValuePath::root().index(0).field("guards").index(0).key("1"));
        assert!(span.end <= text.len());
    }
    let deep = "(name: \"a\", guards: [".repeat(10_000);
    assert_eq!(refused(&deep).message(), "nested too deeply: at most 128 levels");
}

fn file(bytes: &[u8]) -> Diagnostic {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unit.ron");
    fs::write(&path, bytes).unwrap();
    let refused = Source::read(&path).unwrap_err();
    assert_eq!(refused.path(), path.display().to_string());
    refused
}

#[test]
fn files_that_cannot_be_authored_ron_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Source::read(folder.path().join("nobody.ron")).unwrap_err();
    assert!(missing.brief().ends_with("nobody.ron:1:1: there is no such file"), "{}", missing.brief());
    assert_eq!(missing.render(), missing.brief() + "\n");
    assert_eq!(Source::read(folder.path()).unwrap_err().message(), "this is a directory, not a file");
    assert_eq!(file(b"").message(), "the file is empty");
    assert_eq!(file(b" \n\t\n").message(), "the file is empty");
    let invalid = file(b"(a: 1,\n  b: \"\xff\")");
    assert_eq!(invalid.message(), "this is not UTF-8 text: the byte at offset 13 is no character");
    assert_eq!((invalid.line(), invalid.column()), (2, 7));
    let nul = file(b"(a:\n\0)");
    assert_eq!(nul.message(), "there is a NUL byte at offset 4; this must be plain text");
    assert_eq!((nul.line(), nul.column()), (2, 1));
    let large = file(&vec![b' '; 4 * 1024 * 1024 + 1]);
    assert_eq!(large.message(), "the file is too large: 4097 KiB or more; authored files have at most 4096 KiB");
}

#[test]
fn a_file_of_the_maximum_size_is_read_and_a_byte_order_mark_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unit.ron");
    fs::write(&path, "\u{feff}(name: \"a\")".to_owned() + &" ".repeat(4 * 1024 * 1024 - 14)).unwrap();
    let source = Source::read(&path).unwrap();
    assert_eq!(parse::<Unit>(&source).unwrap().name, "a");
}

#[test]
fn suggestions_tolerate_typos_but_not_other_words() {
    assert_eq!(closest("Longsword", &["shortsword", "long_sword"]), Some("long_sword"));
    assert_eq!(closest("knigth", &["archer", "knight"]), Some("knight"));
    assert_eq!(closest("x", &["archer"]), None);
    assert_eq!(closest("", &["archer"]), None);
    assert_eq!(did_you_mean::<&str>("x", &[]), None);
    let many: Vec<String> = (10..40).map(|number| format!("unit_{number}")).collect();
    assert_eq!(did_you_mean("unit_41", &many).as_deref(), Some("did you mean `unit_11`?"));
    let help = did_you_mean("a dragon", &many).unwrap();
    assert!(help.starts_with("30 are known, nearest: `unit_"), "{help}");
    assert_eq!(closest(&"y".repeat(1_000_000), &["archer"]), None);
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes: Vec<u8>) {
        survives(bytes)?;
    }

    #[test]
    fn random_marks_never_panic(text in "[()\\[\\]{}:,\"'/*#r\\\\\na1 é]{0,60}") {
        survives(text.into_bytes())?;
    }

    #[test]
    fn a_changed_valid_file_never_panics(at in 0..VALID.len(), removed in 0..40_usize, put in prop::collection::vec(any::<u8>(), 0..6)) {
        let mut bytes = VALID.as_bytes().to_vec();
        let end = (at + removed).min(bytes.len());
        bytes.splice(at..end, put);
        survives(bytes)?;
    }
}

/// Reads, renders and locates any text; only a panic can fail it.
fn survives(bytes: Vec<u8>) -> Result<(), TestCaseError> {
    let source = match Source::from_bytes("fuzz.ron", bytes) {
        Ok(source) => source,
        Err(refused) => {
            prop_assert!(!refused.render().is_empty());
            return Ok(());
        }
    };
    for refused in [parse::<Unit>(&source).err(), parse::<ron::Value>(&source).err()].into_iter().flatten() {
        prop_assert!(!refused.render().is_empty() && refused.brief().starts_with("fuzz.ron:"));
    }
    let root = ValuePath::root();
    for path in [
        root.clone(),
        root.field("guards").index(1).field("legend").key("#"),
        root.index(0).index(0),
        root.key_itself("name"),
    ] {
        let span = locate(&source.text, &path);
        prop_assert!(source.text.get(span).is_some());
    }
    Ok(())
}
