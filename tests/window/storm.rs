//! Random clicks and keys: no panic, and no battle is left without confirmation.

use crate::test_window::{TestWindow, opening_of};
use bevy::prelude::*;
use warboard::content::Source;
use warboard::control::Strength;
use warboard::gui::hud::OpenWindows;
use warboard::gui::playback::Speed;
use warboard::gui::screens::Screen;
use warboard::gui::session::Seat;
use warboard::gui::settings::Settings;

/// Deterministic pseudorandom numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

const KEYS: [KeyCode; 34] = [
    KeyCode::Escape,
    KeyCode::Enter,
    KeyCode::Tab,
    KeyCode::Backspace,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Period,
    KeyCode::Space,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::ArrowLeft,
    KeyCode::F1,
    KeyCode::F2,
    KeyCode::F3,
    KeyCode::F4,
    KeyCode::F5,
    KeyCode::F6,
    KeyCode::F7,
    KeyCode::F8,
    KeyCode::F9,
    KeyCode::F10,
    KeyCode::F11,
    KeyCode::KeyW,
    KeyCode::KeyM,
    KeyCode::KeyR,
    KeyCode::KeyG,
    KeyCode::KeyD,
    KeyCode::KeyP,
    KeyCode::KeyT,
    KeyCode::KeyS,
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Numpad5,
];

fn screen(window: &TestWindow) -> Screen {
    *window.resource::<State<Screen>>().get()
}

/// Clicks and presses keys at random; asserts that leaving the battle is always confirmed.
fn storm(scenario: &str, ruleset: &str, seats: &[Seat], seed: u64, strokes: u32) {
    let home = tempfile::tempdir().expect("a folder");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(scenario);
    let source = Source::read(&path).expect("the scenario is there");
    let mut window = TestWindow::open(home.path(), Some(opening_of(source, ruleset, seats, seed)));
    window.change::<Settings>(|settings| settings.speed = Speed::Instant);
    let mut numbers = Numbers(seed);
    for stroke in 0..strokes {
        let asked = window.resource::<OpenWindows>().leaving.is_some();
        let before = screen(&window);
        if numbers.below(3) == 0 {
            let key = KEYS[numbers.below(KEYS.len() as u64) as usize];
            window.press(key);
        } else {
            let at = Vec2::new(numbers.below(1440) as f32, numbers.below(900) as f32);
            let on = Vec2::new(numbers.below(1440) as f32, numbers.below(900) as f32);
            window.click_and_move_away(at, on).frames(numbers.below(3) as usize);
        }
        assert!(!window.has_ended() || asked || before != Screen::Battle, "ended at stroke {stroke} of {scenario}");
        match (before, screen(&window)) {
            (Screen::Battle, Screen::Title) => {
                assert!(asked, "the battle was left unasked at stroke {stroke} of {scenario}");
                return;
            }
            (_, Screen::Title) => return,
            _ => {}
        }
    }
}

#[test]
fn random_clicks_and_keys_cause_no_panic_and_leave_no_battle_unconfirmed() {
    let (one, two) = ([Seat::Human, Seat::Ai(Strength::Easy)], [Seat::Human, Seat::Human]);
    storm("bridge.ron", "time_count", &one, 1, 150);
    storm("hedge_wizard.ron", "time_count", &two, 2, 150);
    storm("hull_breach.ron", "fragments", &two, 3, 150);
    storm("night_ambush.ron", "fragments", &one, 4, 150);
}
