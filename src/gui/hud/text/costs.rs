//! Times and speeds in words.

use crate::content::speed::ActionSpeed;

/// The speed of an action, in words.
pub fn speed_words(speed: ActionSpeed) -> String {
    match speed {
        ActionSpeed::Class(class) => format!("{} action", class.word()),
        ActionSpeed::Weapon(0) => "the weapon's time".to_owned(),
        ActionSpeed::Weapon(steps) if steps < 0 => format!("{} faster than the weapon", classes(steps)),
        ActionSpeed::Weapon(steps) => format!("{} slower than the weapon", classes(steps)),
        ActionSpeed::HalfWeapon => "half the weapon's time".to_owned(),
        ActionSpeed::WorseOfTwo => "the slower weapon's time".to_owned(),
        ActionSpeed::Counts(_) | ActionSpeed::Roll { .. } => "its own time".to_owned(),
        ActionSpeed::Actions(0) => "ends the turn".to_owned(),
        ActionSpeed::Actions(1) => "one action".to_owned(),
        ActionSpeed::Actions(actions) => format!("{actions} actions"),
        ActionSpeed::Nothing => "free".to_owned(),
    }
}

fn classes(steps: i8) -> String {
    if steps.abs() == 1 { "one class".to_owned() } else { format!("{} classes", steps.abs()) }
}

/// A span of counts in words.
pub fn span_words((least, most): (u16, u16)) -> String {
    match (least, most) {
        (0, 0) => "free".to_owned(),
        (1, 1) => "1 count".to_owned(),
        (least, most) if least == most => format!("{least} counts"),
        (least, most) => format!("{least}-{most} counts"),
    }
}
