//! The combat log: copying, scroll position, and complete lines.

use std::collections::BTreeSet;

use crate::looks::{TWO, battle, home, shipped};
use crate::test_window::{TestWindow, Word};
use bevy::prelude::*;
use bevy_egui::{EguiClipboard, EguiFullOutput, EguiPostUpdateSet, egui};
use warboard::battle::Act;
use warboard::control::{Charger, Controller};
use warboard::gui::hud::LogBook;
use warboard::gui::known::FogOfWar;
use warboard::gui::session::{Ended, OpenPrompt, Session};
use warboard::gui::settings::Settings;
use warboard::narration::LineKind;
use warboard::resolution::Choice;

/// The answer of a simple player.
fn plainly(window: &TestWindow) -> Choice {
    let prompt = window.resource::<OpenPrompt>().0.clone().expect("an open prompt");
    let session = window.resource::<Session>();
    Charger::default().answer(session.ahead(), session.rules(), &session.opening.setup, &prompt).choice
}

/// Plays until a number of log lines have terms behind them.
fn fight(window: &mut TestWindow, lines: usize) {
    let numbered = |window: &TestWindow| {
        window.resource::<LogBook>().lines.iter().filter(|noted| !noted.line.sums.is_empty()).count()
    };
    for _ in 0..400 {
        window.wait_until("the battle continues", |window| {
            window.resource::<OpenPrompt>().0.is_some() || window.world().contains_resource::<Ended>()
        });
        assert!(!window.world().contains_resource::<Ended>(), "the battle was too short");
        if numbered(window) >= lines {
            return;
        }
        let choice = plainly(window);
        window.answer(choice);
    }
    panic!("no line of the log has terms");
}

/// Shows every kind of line.
fn show_all(window: &mut TestWindow) {
    window.change::<LogBook>(|book| book.kinds = LineKind::ALL.into_iter().collect());
}

/// The text copied to the clipboard.
#[derive(Resource, Default)]
struct Copied(Vec<String>);

fn note_copies(outputs: Query<&EguiFullOutput>, mut copied: ResMut<Copied>) {
    let commands = outputs.iter().filter_map(|output| output.0.as_ref()).flat_map(|it| &it.platform_output.commands);
    copied.0.extend(commands.filter_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    }));
}

#[test]
fn a_button_copies_the_visible_lines() {
    let home = home();
    let mut window = battle(&home, shipped("duel.ron"), "time_count", &TWO);
    fight(&mut window, 2);
    show_all(&mut window);
    let world = window.world_mut();
    assert!(world.contains_resource::<EguiClipboard>(), "what is copied reaches the clipboard of the system");
    world.init_resource::<Copied>();
    let note = note_copies.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput);
    world.resource_mut::<Schedules>().add_systems(PostUpdate, note);
    window.click("Copy");
    let (book, watch) = (window.resource::<LogBook>(), window.resource::<FogOfWar>());
    let lines: Vec<String> = book.wanted(watch).map(|(_, noted)| noted.line.to_string()).collect();
    assert!(!lines.is_empty());
    assert_eq!(window.resource::<Copied>().0, [lines.join("\n")]);
}

/// Lets combatants wait a number of times.
fn wait(window: &mut TestWindow, times: usize) {
    for _ in 0..times {
        window.answer(Choice::Act(Act::own("wait")));
        window.wait_for_prompt().frames(2);
    }
}

/// The positions of texts of the log.
fn height_of(window: &TestWindow, text: &str) -> Option<f32> {
    let seen = window.words().iter().filter(|word| word.is_seen() && word.at.left() > 1100.0);
    seen.filter(|word| word.text == text).map(|word| word.at.top()).next()
}

#[test]
fn the_log_keeps_its_scroll_position_across_tabs_and_new_lines() {
    let home = home();
    let mut window = battle(&home, shipped("duel.ron"), "time_count", &TWO);
    window.click("Filters 4/6").frames(2).click("time").click("moves").click("Log").frames(2);
    wait(&mut window, 60);
    window.point_at(Vec2::new(1300.0, 400.0)).turn_wheel(8.0).frames(20);
    let counts = || (1..80).map(|count| format!("count {count}"));
    let (text, before) =
        counts().find_map(|text| height_of(&window, &text).map(|at| (text, at))).expect("a line of the log");
    window.click("Goals").frames(4);
    window.click("Log").frames(4);
    assert_eq!(height_of(&window, &text), Some(before), "{text} after another tab");
    wait(&mut window, 40);
    assert_eq!(height_of(&window, &text), Some(before), "{text} after more lines");
}

/// The visible texts of the right panel, and its horizontal range.
fn panel(window: &TestWindow, left: f32, foot: f32) -> Vec<&Word> {
    let seen = window.words().iter().filter(|word| word.is_seen());
    seen.filter(|word| word.clip.left() > left && word.clip.bottom() < foot).collect()
}

/// The texts that overflow the panel horizontally.
fn cut(words: &[&Word]) -> Vec<String> {
    let goes_over =
        |word: &&&Word| word.at.right() > word.clip.right() + 1.5 || word.at.left() < word.clip.left() - 1.5;
    let over = words.iter().filter(goes_over);
    over.map(|word| format!("`{}` {:?} in {:?}", word.text, word.at.x_range(), word.clip.x_range())).collect()
}

#[test]
fn no_words_of_the_log_of_a_fight_are_cut() {
    for ruleset in ["time_count", "fragments"] {
        let home = home();
        let mut window = battle(&home, shipped("duel.ron"), ruleset, &TWO);
        fight(&mut window, 6);
        show_all(&mut window);
        window.change::<Settings>(|settings| settings.rule_ids = true);
        window.change::<LogBook>(|book| book.unfolded = (0..book.lines.len()).collect());
        let mut seen = BTreeSet::new();
        // The size of the window, the scale, the height of the panel at the bottom, and which way it is scrolled.
        let sizes =
            [(1280.0, 720.0, 75, 134.0, 4.0), (1440.0, 900.0, 100, 134.0, -4.0), (1920.0, 1080.0, 150, 134.0, 4.0)];
        for (width, height, scale, bottom, notches) in sizes {
            window.resize(width, height);
            window.change::<Settings>(|settings| settings.scale = scale);
            let zoom = f32::from(scale) / 100.0;
            window.point_at(Vec2::new(width - 100.0 * zoom, height * 0.4)).frames(2);
            for _ in 0..16 {
                let log = panel(&window, width / zoom - 332.0, height / zoom - bottom + 1.0);
                assert_eq!(cut(&log), Vec::<String>::new(), "{ruleset}, {width}x{height} at {scale}");
                seen.extend(log.iter().map(|word| word.text.clone()));
                window.turn_wheel(notches);
            }
        }
        assert!(seen.len() > 25, "{ruleset}: {seen:#?}");
    }
}

#[test]
fn no_line_of_the_log_begins_with_a_mark() {
    let home = home();
    let mut window = crate::play::field(&home, "fragments", "archer", &TWO, 600);
    window.click_cell(warboard::grid::Cell::new(8, 1)).wait_for_prompt().frames(4);
    let texts = window.texts();
    assert!(texts.contains(&"Attack:") && texts.iter().any(|text| text.starts_with("Bror's")), "{texts:#?}");
    let begins = |text: &&&str| text.starts_with([';', ':', '\'']) && text.len() > 1;
    assert_eq!(texts.iter().find(begins), None, "{texts:#?}");
}

#[test]
fn ids_of_rules_are_shown_only_to_those_who_want_them() {
    let home = home();
    let mut window = battle(&home, shipped("duel.ron"), "fragments", &TWO);
    fight(&mut window, 3);
    show_all(&mut window);
    window.change::<LogBook>(|book| book.unfolded = (0..book.lines.len()).collect());
    window.frames(2);
    let ids = |window: &TestWindow| window.texts().iter().filter(|text| text.starts_with("TA-")).count();
    assert_eq!(ids(&window), 0, "{:#?}", window.texts());
    window.change::<Settings>(|settings| settings.rule_ids = true);
    window.frames(2);
    assert!(ids(&window) > 3, "{:#?}", window.texts());
}
