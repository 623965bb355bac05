//! Standing orders that a script gives.

use crate::standing_orders::{attacked, pick};
use warboard::content::Source;
use warboard::control::{Charger, Controller, Script, ScriptFile};
use warboard::resolution::{Choice, Pick};

fn scripted(text: &str) -> Result<ScriptFile, String> {
    ScriptFile::read(&Source::new("orders.ron", text)).map_err(|wrong| wrong.brief())
}

#[test]
fn a_script_gives_orders_to_a_side_at_once_and_to_a_combatant_in_its_turn() {
    let battle = attacked(1);
    let (setup, view) = (battle.battle().setup(), battle.snapshot().view());
    let (name, side) = (battle.row('B').name.to_string(), setup.sides[1].name.to_string());
    let prompt = battle.battle().prompt().expect("a question");
    let ask = |script: &mut Script| script.answer(view, &setup.rules, setup, prompt);
    let begin = |text: &str| Script::new(&scripted(text).expect("a script"), Box::new(Charger::default()));
    let of_side = format!(r#"(side: "{side}", orders: [(question: Defence, habit: Never)])"#);
    let of_one =
        format!(r#"(who: "{name}", orders: [(question: Defence, habit: Prefer(["ward"]), when: [Chance(29)])])"#);
    let first = format!(r#"(who: "{name}", pick: Action("dodge"))"#);

    let mut script = begin(&format!("[{first}, {of_one}, {of_side}]"));
    script.check(setup).expect("it suits the battle");
    let given: Vec<_> = (0..2).map(|_| ask(&mut script)).map(|answer| (answer.choice, answer.ordered)).collect();
    assert_eq!(given, [(pick("dodge"), false), (pick("ward"), true)], "the entry, then the orders after it");
    assert_eq!(script.left(), 0);
    script.begin(1);
    assert_eq!(ask(&mut script).choice, pick("dodge"), "from the beginning");

    for text in [format!("[{of_side}]"), "[(orders: [(question: Defence, habit: Never)])]".to_owned()] {
        let mut script = begin(&text);
        script.check(setup).expect("it suits the battle");
        assert_eq!(ask(&mut script).choice, Choice::Pick(Pick::No), "{text}");
    }
    let mut script = begin(&format!(r#"[{of_one}, (who: "{name}", orders: [])]"#));
    let answer = ask(&mut script);
    assert_eq!(
        (answer.choice, answer.ordered),
        (pick("dodge"), false),
        "no orders are left: the opponent's first option"
    );
}

#[test]
fn mistakes_in_the_orders_of_a_script_are_reported_with_their_place() {
    let battle = attacked(1);
    let setup = battle.battle().setup();
    let side = &setup.sides[1].name;
    let checked = |text: &str| {
        let wrong = scripted(text).expect("it can be read").check(setup).expect_err("a mistake");
        wrong.iter().map(|wrong| wrong.brief()).collect::<Vec<_>>().join("\n")
    };
    let wrong = checked(&format!(r#"[(side: "{side}", orders: [(question: Defence, habit: Prefer(["doge"]))])]"#));
    assert!(wrong.contains("unknown choice `doge`") && wrong.contains("did you mean `dodge`?"), "{wrong}");
    assert!(checked(r#"[(side: "Wolfs", orders: [])]"#).starts_with("orders.ron:1:9: unknown side `Wolfs`"));
    for (text, why) in [
        ("[(pick: Yes)]", "an entry names a combatant with `who`, or a side with `side`"),
        (r#"[(side: "A")]"#, "an entry for a side needs `orders`"),
        (r#"[(who: "A", side: "B", orders: [])]"#, "either `who` or `side`"),
        (r#"[(who: "A", orders: [], pick: Yes)]"#, "an entry with `orders` answers nothing itself"),
        (r#"[(who: "A", orders: [(question: Defence, habit: Best, if: [])])]"#, "unknown field"),
    ] {
        let refused = scripted(text).expect_err("a mistake");
        assert!(refused.starts_with("orders.ron:1:") && refused.contains(why), "{text}: {refused}");
    }
}
