//! Words for what was considered.

use super::appraise::Appraisal;
use super::idle::Idle;
use super::mind::Mind;
use super::position::Spot;
use super::round::First;
use crate::battle::CombatantId;
use crate::resolution::Act;

/// The reason of an attack by a side that has made no progress for too long.
pub const OVERDUE: &str = "no progress for too long: attack";
/// What is said of one who goes on with what it thought through before.
pub const AS_PLANNED: &str = "as planned for this turn";

/// "strike Bran with the long sword: 65 % for 7.2, almost down".
pub fn deed(mind: &Mind<'_>, act: &Act, appraisal: &Appraisal) -> String {
    let verb = mind.rules.actions.get(act.action).map_or_else(String::new, |action| action.name.to_lowercase());
    let Some(target) = act.aimed_at() else { return verb };
    let weapon = act.weapon.and_then(|slot| mind.view.row(mind.who).sheet.weapon(slot));
    let with = weapon.map_or_else(String::new, |entry| format!(" with the {}", entry.weapon.name.to_lowercase()));
    format!("{verb} {}{with}: {}{}", name(mind, target), chance(appraisal), state(mind, target))
}

fn name<'a>(mind: &Mind<'a>, id: CombatantId) -> &'a str {
    &mind.view.row(id).name
}

fn chance(appraisal: &Appraisal) -> String {
    let per_cent = appraisal.hits / 10;
    if appraisal.harm == 0 {
        return format!("{per_cent} %");
    }
    format!("{per_cent} % for {}.{}", appraisal.harm / 100, appraisal.harm / 10 % 10)
}

fn state(mind: &Mind<'_>, id: CombatantId) -> &'static str {
    let one = mind.folk.get(id);
    match one.life * 100 / one.full.max(1) {
        _ if !one.fit => ", already down",
        0..=33 => ", almost down",
        34..=66 => ", hurt",
        _ => "",
    }
}

/// "go to (3, 4), 5 counts away, and attack Bran: 50 % for 6.5".
pub fn spot(mind: &Mind<'_>, spot: &Spot) -> String {
    let go = format!("go to {}, {} counts away", spot.cell, spot.walk);
    match &spot.attack {
        Some((foe, appraisal)) => format!("{go}, and attack {}: {}", name(mind, *foe), chance(appraisal)),
        None => format!("{go}, out of danger"),
    }
}

/// What a turn could begin with.
pub fn beginning(mind: &Mind<'_>, first: &First) -> String {
    let acts = |many: i32| if many == 1 { "1 action".to_owned() } else { format!("{many} actions") };
    match first {
        First::Deed(done) => deed(mind, &done.act, &done.appraisal),
        First::Attack(place) => {
            let (foe, appraisal) = &place.attack;
            let go = format!("go to {}, {} away", place.cell, acts(place.walk));
            format!("{go}, and attack {}: {}", name(mind, *foe), chance(appraisal))
        }
        First::Away(cell) => format!("get away to {cell}"),
        First::Own(act) | First::Guard(act) => {
            mind.rules.actions.get(act.action).map_or_else(String::new, |it| it.name.to_lowercase())
        }
    }
}

/// What somebody does who cannot attack soon.
pub fn idle(idle: &Idle) -> String {
    match idle {
        Idle::Receive => "wait for those who are coming".to_owned(),
        Idle::Gather => "wait for friends who lag behind".to_owned(),
        Idle::Shelter(way) if way.is_empty() => "keep away from enemies here".to_owned(),
        Idle::Shelter(_) => "keep away from enemies".to_owned(),
        Idle::March(way) => match way.last() {
            Some(cell) => format!("go towards {cell}"),
            None => "stay".to_owned(),
        },
        Idle::Stay => "stay: there is no way to go".to_owned(),
    }
}
