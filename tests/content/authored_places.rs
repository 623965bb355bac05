//! Locations of diagnostics in well-formed files: values are found in the text by their path.

use proptest::prelude::*;
use warboard::content::authored::locate;
use warboard::content::{Diagnostic, Findings, PathStep, Source, ValuePath};

const VALID: &str = include_str!("../fixtures/knight.ron");

#[test]
fn every_value_of_a_document_is_found() {
    let root = ValuePath::root();
    let guard = |index| root.field("guards").index(index);
    for (path, text) in [
        (root.field("name"), r#""Sir \"Bob\"""#),
        (root.field("reach"), "10"),
        (root.field("damage"), "\"2d6+3\""),
        (root.field("posture"), "Raised(feet: 5)"),
        (root.field("posture").field("feet"), "5"),
        (guard(0), r##"(name: r#"raw ")" name"#, reach: Some(5))"##),
        (guard(0).field("name"), r##"r#"raw ")" name"#"##),
        (guard(0).field("reach"), "Some(5)"),
        (guard(1).field("posture").index(1), "2"),
        (guard(1).field("legend").key("#"), "\"wall\""),
        (guard(1).field("legend").key("'"), "\"tick\""),
        (guard(1).field("legend").key("("), "\"bracket\""),
        (guard(1).field("legend").key_itself("("), "'('"),
        (guard(1).key_itself("posture"), "posture"),
    ] {
        assert_eq!(&VALID[locate(VALID, &path)], text, "{path}");
    }
}

#[test]
fn wrappers_are_transparent_and_missing_values_locate_their_parent() {
    let root = ValuePath::root();
    for (text, path, found) in [
        ("Some((a: 1))", root.field("a"), "1"),
        ("(rates: Some([4, 5]))", root.field("rates").index(1), "5"),
        ("(rates: Rates([4, 5]))", root.field("rates").index(0), "4"),
        ("(rates: Pair(4, 5))", root.field("rates").index(0), "4"),
        ("Wrapped(Outer((a: [7])))", root.field("a").index(0), "7"),
        ("(a: (b: 1))", root.field("a").field("c").index(3), "(b: 1)"),
        ("(a: [1, 2])", root.field("a").index(2), "[1, 2]"),
        ("{\"two words\": 1, 3: x, Up: y}", root.key("two words"), "1"),
        ("{\"two words\": 1, 3: x, Up: y}", root.key("3"), "x"),
        ("{\"two words\": 1, 3: x, Up: y}", root.key("Up"), "y"),
        ("(r#type: -1.5e3)", root.field("type"), "-1.5e3"),
        ("(a: [1, 2", root.field("a").index(1), "2"),
        ("(a: b'x', c: br\"y\")", root.field("c"), "br\"y\""),
        ("  x // y", root.field("a"), "x"),
        ("", root.field("a"), ""),
    ] {
        assert_eq!(&text[locate(text, &path)], found, "{path} in {text}");
    }
}

#[test]
fn all_findings_are_reported_at_once_in_the_order_of_the_text() {
    let source = Source::new("knight.ron", VALID);
    let mut findings = Findings::new(&source);
    let guards = ValuePath::root().field("guards");
    findings.unknown(&guards.index(1).field("name"), "unit", "last", &["lost", "list"]);
    findings.refuse(&ValuePath::root().field("reach"), "too long").with_help("at most 5");
    let briefs: Vec<String> = findings.finish(()).unwrap_err().iter().map(Diagnostic::brief).collect();
    let expected = [
        "knight.ron:5:12: too long (at most 5)",
        "knight.ron:10:16: unknown unit `last` (did you mean `lost`? known: `lost`, `list`)",
    ];
    assert_eq!(briefs, expected);
    assert_eq!(Findings::new(&source).finish(3).ok(), Some(3));
}

/// A small document with the path and the text of each of its values.
#[derive(Clone, Debug)]
struct Document {
    text: String,
    values: Vec<(ValuePath, String)>,
}

fn document() -> impl Strategy<Value = Document> {
    let leaf = prop_oneof![
        "-?[0-9]{1,4}",
        "[A-Z][a-z]{0,5}",
        "[ -~é]{0,8}".prop_map(|text| format!("{text:?}")),
        "[ -!#-~]{0,8}".prop_map(|text| format!("r##\"{text}\"##")),
        proptest::char::range(' ', '~').prop_map(|letter| format!("{letter:?}")),
    ];
    let leaf = leaf.prop_map(|text| Document { values: vec![(ValuePath::root(), text.clone())], text });
    leaf.prop_recursive(4, 24, 4, |inner| {
        let items = prop::collection::vec(inner, 2..5);
        (items, 0..4_usize, prop_oneof![Just(" "), Just("\n/* ( */ "), Just(" // ]\n")]).prop_map(composed)
    })
}

/// A list, a tuple, a struct or a map of documents, with `gap` between the tokens.
fn composed((items, shape, gap): (Vec<Document>, usize, &str)) -> Document {
    let (open, close) = [("[", "]"), ("Pair(", ")"), ("(", ")"), ("{", "}")][shape];
    let mut text = open.to_owned();
    let mut values = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let (label, step) = match shape {
            0 | 1 => (String::new(), PathStep::Index(place)),
            2 => (format!("field_{place}:{gap}"), PathStep::Field(format!("field_{place}"))),
            _ => (format!("\"a \\\"{place}\"{gap}:"), PathStep::Key(format!("a \"{place}"))),
        };
        text += &format!("{gap}{label}{}{gap},", item.text);
        let deeper = |path: &ValuePath| std::iter::once(step.clone()).chain(path.steps().iter().cloned()).collect();
        values.extend(item.values.iter().map(|(path, found)| (deeper(path), found.clone())));
    }
    text += close;
    values.push((ValuePath::root(), text.clone()));
    Document { text, values }
}

proptest! {
    #[test]
    fn every_path_is_located_at_its_text(document in document()) {
        for (path, found) in &document.values {
            prop_assert_eq!(&document.text[locate(&document.text, path)], found.as_str(), "{}", path);
        }
    }
}
