//! Banned phrases: English that a native technical writer would not use, each with plain words for it.

use crate::files::texts;
use crate::prose::{Passage, passages, words};

/// Where text is read: comments and strings of sources and RON files, and pages.
const PLACES: [&str; 6] = ["src", "docs", "README.md", "assets", "scenarios", "house_rules"];

/// A phrase in lower case, and what to write in its place.
const BANNED: &[(&str, &str)] = &[
    ("one who", "a combatant that, the attacker, the bearer"),
    ("somebody", "a combatant"),
    ("anybody", "any combatant"),
    ("nobody", "no combatant"),
    ("everybody", "every combatant"),
    ("somebody's", "a combatant's"),
    ("anybody's", "any combatant's"),
    ("nobody's", "no combatant's"),
    ("everybody's", "every combatant's"),
    ("whoever", "the combatant that, any combatant that"),
    ("whomever", "the combatant that"),
    ("whom it", "the target"),
    ("so many", "the number, a given number of"),
    ("so much", "the amount"),
    ("found out", "found, noticed, computed"),
    ("come to", "be, result in, arrive at"),
    ("comes to", "is, results in, arrives at"),
    ("came to", "was, resulted in, arrived at"),
    ("what it is worth", "its value"),
    ("is worth to", "value for"),
    ("gone on", "continued"),
    ("gone on with", "continued"),
    ("goes on with", "continues"),
    ("goes on from", "continues"),
    ("go on with", "continue"),
    ("went on with", "continued"),
    ("going on with", "continuing"),
    ("anew", "again; recompute"),
    ("made the same", "equal"),
    ("besides", "in addition to, other than"),
    ("on a place", "in an area"),
    ("on the place", "in the area"),
    ("what lies on", "the items on, the zones on"),
    ("becomes of", "happens to; the fate of"),
    ("became of", "happened to; the fate of"),
    ("comes of", "results from"),
    ("came of", "resulted from"),
    ("with this number", "with this index"),
    ("the most there", "the maximum"),
    ("sits at the window", "the player"),
    ("is had", "exists, is available"),
    ("is told", "is reported, is shown"),
    ("are told", "are reported, are shown"),
    ("leans", "has advantage or disadvantage"),
    ("deed", "action"),
    ("deeds", "actions"),
    ("byway", "special movement"),
    ("byways", "special movement"),
    ("befall", "affect"),
    ("befalls", "affects"),
    ("befell", "affected"),
    ("whither", "where, in which direction"),
    ("thither", "there"),
    ("whence", "from where"),
    ("thereof", "of it"),
    ("wherein", "in which"),
    ("whereof", "of which"),
    ("hitherto", "so far"),
    ("lest", "so that not"),
    ("ere", "before"),
    ("nought", "nothing"),
    ("bereft", "without"),
];

/// Plain English that contains a banned phrase.
const FINE: &[&str] = &[
    "come to rest",
    "comes to rest",
    "came to rest",
    "come to an end",
    "comes to an end",
    "came to an end",
    "come to a stop",
    "comes to a stop",
    "come to blows",
    "comes to blows",
    "is told apart",
    "are told apart",
];

/// Lines with banned phrases: (line, phrase).
fn hits(passage: &Passage) -> Vec<(usize, &'static str)> {
    let words = words(passage);
    let is_at = |phrase: &str, at: usize| {
        let mut there = words[at..].iter().map(|(_, word)| word.as_deref());
        phrase.split(' ').all(|word| there.next() == Some(Some(word)))
    };
    let is_fine = |phrase: &str, at: usize| {
        FINE.iter().filter(|fine| fine.contains(phrase)).any(|fine| {
            let before = fine.split(' ').position(|word| phrase.starts_with(word)).unwrap_or(0);
            at >= before && is_at(fine, at - before)
        })
    };
    let mut hits: Vec<(usize, &str)> = Vec::new();
    for (at, (line, _)) in words.iter().enumerate() {
        let all = BANNED.iter().map(|(phrase, _)| *phrase);
        let longest = all.filter(|phrase| is_at(phrase, at) && !is_fine(phrase, at)).max_by_key(|phrase| phrase.len());
        hits.extend(longest.map(|phrase| (*line, phrase)));
    }
    hits
}

/// Every banned phrase as `file:line: phrase: text`.
pub fn banned() -> Vec<String> {
    let mut found = Vec::new();
    for (file, text) in texts(&PLACES, &["rs", "ron", "md"]) {
        let lines: Vec<&str> = text.lines().collect();
        for (line, phrase) in passages(&file, &text).iter().flat_map(hits) {
            found.push(format!("{file}:{line}: {phrase}: {}", lines[line - 1].trim()));
        }
    }
    found
}

#[test]
fn no_text_has_a_banned_phrase() {
    let found = banned();
    let instead: String = BANNED.iter().map(|(phrase, instead)| format!("  {phrase} -> {instead}\n")).collect();
    assert!(found.is_empty(), "{} banned phrases:\n{}\nWrite:\n{instead}", found.len(), found.join("\n"));
}

#[test]
fn a_phrase_is_found_across_lines_and_only_as_a_whole() {
    let passage =
        |text: &str| text.lines().enumerate().map(|(at, line)| (at + 1, line.to_owned())).collect::<Passage>();
    assert_eq!(hits(&passage("As one\nwho knows, Somebody.")), [(1, "one who"), (2, "somebody")]);
    assert_eq!(hits(&passage("one, who is `somebody`; stone who; renew")), []);
    assert_eq!(
        hits(&passage("It comes to rest. It comes to 3. A turn is gone on with.")),
        [(1, "comes to"), (1, "gone on with")]
    );
}
