//! Movement rates (Time Count: TC-174, TC-187 to TC-190, TC-415, TC-493, G-21; Fragments: TA-228, TA-235, TA-G54).

use crate::battle::CombatantId;
use crate::content::action::Gait;
use crate::content::condition::Status;
use crate::content::flags::StatusKind;
use crate::content::policy::{MovementPolicy, Pace, Running};
use crate::mechanics::{Game, grapple, status};

/// Movement rate in feet at a gait. Halved at most once, by an effect or a clinch (TC-174, TC-188, TC-415, TA-228,
/// TA-235, TA-G54).
pub fn rate(game: Game<'_>, id: CombatantId, gait: Gait) -> u16 {
    let (row, policy) = (game.row(id), &game.policies.movement);
    let sum = status::flags(game, id);
    let halved = sum.does(StatusKind::HalfRate) || grapple::partners(game.view, id).next().is_some();
    let whole = if sum.does(StatusKind::CutsRate) { cut(game, id, row.sheet.rate) } else { row.sheet.rate };
    let base = if halved { whole_cells(policy, u32::from(whole) / 2) } else { whole };
    match gait {
        Gait::Walk | Gait::Onward | Gait::Barge | Gait::Leap | Gait::PushOff(_) => base,
        Gait::Squeeze | Gait::Burrow => base,
        Gait::Sneak => {
            let by = policy.sneak.map_or(1, |sneak| sneak.by);
            whole_cells(policy, u32::from(base / by.max(1))).max(cell_feet(&policy.pace)).min(base)
        }
        Gait::Fly(_) => base.saturating_mul(game.policies.flight.as_ref().map_or(1, |policy| policy.times)),
        // Half rate, but at least one cell.
        Gait::Climb | Gait::Swim => whole_cells(policy, u32::from(base) / 2).max(cell_feet(&policy.pace)).min(base),
        Gait::Crawl => cell_feet(&policy.pace).min(base),
        Gait::Run => run_rate(policy, base),
        Gait::Sprint => sprint_rate(policy, base, row.momentum.sprint_feet),
    }
}

/// Movement rate after reductions by conditions (TC-493, G-21).
fn cut(game: Game<'_>, id: CombatantId, rate: u16) -> u16 {
    let mut left = rate;
    for (_, status, times) in status::counted(game, id) {
        if let Status::CutsRate { levels, parts } = status.does {
            let gone = u32::from((times / levels.max(1)).max(0).unsigned_abs()).min(parts.into());
            let of = u32::from(parts.max(1));
            left = whole_cells(&game.policies.movement, u32::from(left) * (of - gone) / of);
        }
    }
    left
}

/// Running rate for a base rate, in feet (TC-174).
pub fn run_rate(policy: &MovementPolicy, base: u16) -> u16 {
    let Some(Running { run, .. }) = &policy.running else { return base };
    let (times, by) = run.rate;
    whole_cells(policy, u32::from(base) * u32::from(times) / u32::from(by.max(1)))
}

/// Sprinting rate for a base rate increased by `faster` feet. 0 means the sprint failed to start (TC-187 to TC-190).
pub fn sprint_rate(policy: &MovementPolicy, base: u16, faster: u16) -> u16 {
    let running = run_rate(policy, base);
    let Some(Running { sprint, .. }) = policy.running.as_ref().filter(|_| faster > 0 && base > 0) else {
        return running;
    };
    let least = running.saturating_add(sprint.least);
    run_rate(policy, base.saturating_add(faster)).max(least)
}

fn whole_cells(policy: &MovementPolicy, feet: u32) -> u16 {
    let cell = u32::from(cell_feet(&policy.pace));
    u16::try_from(feet / cell * cell).unwrap_or(u16::MAX)
}

/// Feet per cell, at least 1.
pub(super) fn cell_feet(pace: &Pace) -> u16 {
    let (Pace::CountPattern { feet, .. } | Pace::PerAction { feet, .. }) = pace;
    (*feet).max(1)
}
