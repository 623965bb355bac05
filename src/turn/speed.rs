//! Speed factors: how many counts an action takes (Time Count). Fewer counts are faster.

use crate::content::{ActionSpeed, Breakdown, CountTurns, Label, Rule, SpeedClass, SpeedMode, SpeedRow};
use crate::dice::{Dice, DiceFormula};

/// The row of the speed table that applies after all class steps.
struct Source {
    random: DiceFormula,
    fixed: u16,
    rule: Rule,
    /// Counts added for steps beyond the slowest class.
    beyond: i16,
    beyond_rule: Rule,
    /// Steps were lost because they exceed the fastest class allowed.
    stopped: bool,
    halved: bool,
}

/// The counts an action takes (TC-214, TC-216 to TC-234): `class_steps` (positive: slower), then `modifiers` in counts
/// (TC-232), not faster than the policy allows (TC-233). `weapon` is the speed class of the weapon used, by default
/// [`SpeedClass::Standard`]. Nothing is rolled in [`SpeedMode::Fixed`].
pub fn speed_factor(
    turns: &CountTurns,
    speed: &ActionSpeed,
    weapon: Option<SpeedClass>,
    mode: SpeedMode,
    class_steps: i16,
    modifiers: &Breakdown,
    dice: &mut Dice,
) -> Breakdown {
    let mut sum = Breakdown::new();
    let Some(source) = source(turns, speed, weapon, class_steps) else { return sum };
    let rolled = match mode {
        SpeedMode::Random => dice.roll(&source.random).total,
        SpeedMode::Fixed => i32::from(source.fixed),
    };
    sum.add(Label::SpeedFactor, i16::try_from(rolled).unwrap_or(i16::MAX), source.rule);
    sum.add_if(Label::SpeedSteps, source.beyond, source.beyond_rule);
    if source.stopped {
        sum.add(Label::AtLeast, 0, turns.fastest_rule);
    }
    let whole = sum.total();
    if source.halved {
        sum.add(Label::Halved, half(turns, whole) - whole, turns.next_turn_rule);
    }
    let own = sum.total();
    sum.extend(modifiers);
    let least = short(turns.least).min(own);
    sum.add_if(Label::AtLeast, least.saturating_sub(sum.total()).max(0), turns.least_rule);
    sum
}

/// Minimum and maximum counts of an action before modifiers, for forecasts; the parameters are those of [`speed_factor`].
pub fn speed_span(
    turns: &CountTurns,
    speed: &ActionSpeed,
    weapon: Option<SpeedClass>,
    mode: SpeedMode,
    class_steps: i16,
) -> (u16, u16) {
    let Some(source) = source(turns, speed, weapon, class_steps) else { return (0, 0) };
    let (fewest, most) = match mode {
        SpeedMode::Random => (source.random.min(), source.random.max()),
        SpeedMode::Fixed => (i32::from(source.fixed), i32::from(source.fixed)),
    };
    let counts = |rolled: i32| {
        let whole = i16::try_from(rolled + i32::from(source.beyond)).unwrap_or(i16::MAX);
        let own = if source.halved { half(turns, whole) } else { whole };
        own.max(0).unsigned_abs()
    };
    (counts(fewest), counts(most))
}

fn source(turns: &CountTurns, speed: &ActionSpeed, weapon: Option<SpeedClass>, steps: i16) -> Option<Source> {
    let weapon = weapon.unwrap_or(SpeedClass::Standard);
    let classless = |random: DiceFormula, fixed: u16| {
        let fewest = i16::try_from(random.min()).unwrap_or(0).min(short(fixed));
        let beyond = steps.max(short(turns.least).min(fewest) - fewest);
        let (rule, beyond_rule) = (turns.next_turn_rule, turns.next_turn_rule);
        Some(Source { random, fixed, rule, beyond, beyond_rule, stopped: false, halved: false })
    };
    match *speed {
        ActionSpeed::Nothing | ActionSpeed::Actions(_) | ActionSpeed::WeaponPoints(_) => None,
        ActionSpeed::Class(class) => of_class(turns, class, steps),
        ActionSpeed::WorseOfTwo => of_class(turns, weapon, steps),
        ActionSpeed::Weapon(slower) => of_class(turns, weapon, steps.saturating_add(i16::from(slower))),
        ActionSpeed::HalfWeapon => {
            of_class(turns, weapon, steps).map(|whole| Source { halved: whole.fixed > 0, ..whole })
        }
        ActionSpeed::Counts(counts) => classless(DiceFormula::constant(short(counts)), counts),
        ActionSpeed::Roll { random, fixed } => classless(random, fixed),
    }
}

/// The row of the class `steps` slower, up to the fastest allowed. Free actions stay free (TC-230, TC-234, G-70).
fn of_class(turns: &CountTurns, class: SpeedClass, steps: i16) -> Option<Source> {
    let own = class as i16;
    let steps = if class == SpeedClass::Free { 0 } else { steps };
    let fastest = own.min(turns.fastest as i16);
    let wanted = own.saturating_add(steps);
    let at = wanted.max(fastest);
    let slowest = SpeedClass::ALL.len() as i16 - 1;
    let beyond = (at - slowest).max(0).saturating_mul(short(turns.beyond_slowest));
    let row: &SpeedRow = turns.speeds.iter().find(|row| row.class as i16 == at.min(slowest))?;
    let (random, fixed, rule) = (row.random, row.fixed, row.rule);
    Some(Source { random, fixed, rule, beyond, beyond_rule: turns.beyond_rule, stopped: wanted < at, halved: false })
}

/// Half of a number of counts, rounded down, but at least the minimum of the policy (G-21).
fn half(turns: &CountTurns, counts: i16) -> i16 {
    (counts / 2).max(short(turns.least).min(counts))
}

fn short(counts: u16) -> i16 {
    i16::try_from(counts).unwrap_or(i16::MAX)
}
