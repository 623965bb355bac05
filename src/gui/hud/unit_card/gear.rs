//! What a combatant fights with: points, defences, weapons, movement and reach.

use bevy_egui::egui::{Label as Text, RichText, Sense, Ui, vec2};

use crate::battle::{CombatantId, WeaponLocation, WeaponSlot};
use crate::content::{Gait, Kept, Label, PoolId, PoolIncome, PoolMoment, ResourcePool, Unspent, WornGear};
use crate::ecs::CombatantDataItem;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::timeline::{pips, pools};
use crate::gui::hud::widgets::{RuleLinks, fold, line};
use crate::gui::hud::{style, text};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::movement;
use crate::odds;
use crate::turn::economy;

/// Draws a row of points for each pool from which the combatant can pay now, with the number in words.
pub fn points(ui: &mut Ui, params: &HudParams, data: &CombatantDataItem<'_, '_>) {
    let acts = params.acting().contains(&data.combatant.id);
    if params.is_counted() {
        return;
    }
    for (id, pool) in pips::pools(params, data, acts) {
        if pools::is_numbered(pool) {
            ui.add(Text::new(RichText::new(saved_words(data, id, pool)).color(style::INK)).wrap());
            continue;
        }
        ui.horizontal(|ui| {
            let shown = pools::shown(data.turn, id, pool);
            let (rect, _) = ui.allocate_exact_size(vec2(10.0 * f32::from(shown), 14.0), Sense::hover());
            pips::row(ui.painter(), rect.left_center() + vec2(4.0, 0.0), data.turn, (id, pool, false), 0);
            let left = data.turn.pools.left(id);
            let colour = if left < 0 { style::BAD } else { style::INK };
            ui.add(Text::new(RichText::new(pips::words(pool, left)).color(colour)).wrap());
        });
    }
}

/// The points of a pool in which they are saved, with the most that it holds and what comes next.
fn saved_words(data: &CombatantDataItem<'_, '_>, id: PoolId, pool: &ResourcePool) -> String {
    let sheet = &data.sheet.0;
    let most = match pool.unspent {
        Unspent::Kept { most, stat } => format!(" of {}", economy::most_kept(most, stat, sheet)),
        Unspent::Replaced | Unspent::LostAtTurnEnd => String::new(),
    };
    let income = |income: &PoolIncome| {
        let gained = economy::points(&income.amount, pool, sheet).total();
        format!(", {gained:+} {}", moment_words(income.at))
    };
    let incomes: String = pool.incomes.iter().map(income).collect();
    format!("{}{most} {}{incomes}", data.turn.pools.left(id), pool.plural())
}

fn moment_words(at: PoolMoment) -> &'static str {
    match at {
        PoolMoment::OwnTurnStart => "as its turn starts",
        PoolMoment::OwnTurnEnd => "as its turn ends",
        PoolMoment::RoundStart => "as a round starts",
        PoolMoment::RoundEnd => "as a round ends",
    }
}

pub fn defences(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) {
    let game = params.game();
    // Defences may differ by attacker: the asked combatant if it is an enemy, else any enemy.
    let side = params.combatants.side(who);
    let asker = params.asked.who().filter(|asker| params.combatants.side(*asker) != side);
    let enemies = || params.present().map(|data| data.combatant).filter(|other| Some(other.side) != side);
    let Some(attacker) = asker.or_else(|| enemies().next().map(|enemy| enemy.id)) else { return };
    if params.rules().policies.stages.defences.is_some() {
        return chosen_defences(ui, params, links, (attacker, who));
    }
    let (meets, _) = attack::defence(game, attacker, who, None, Mode::Melee);
    ui.colored_label(style::GOLD, "Defences");
    for stat in params.rules().policies.derived.iter().map(|derived| derived.stat).filter(|stat| stat.is_defence()) {
        let (used, sum) = attack::defence(game, attacker, who, Some(stat), Mode::Melee);
        let short = stat.short();
        let word = if used == stat { short.to_owned() } else { format!("{short}: {} instead", used.short()) };
        let words = RichText::new(format!("{word} {}", sum.total()));
        let marked = if stat == meets { words.strong() } else { words };
        fold(ui, ("defence", stat.index()), marked, |ui| links.terms(ui, used.word(), &sum));
    }
}

/// The defences that a combatant can choose from and pay for, each with its test against an attacker.
fn chosen_defences(
    ui: &mut Ui,
    params: &HudParams,
    links: &mut RuleLinks<'_>,
    (attacker, who): (CombatantId, CombatantId),
) {
    ui.colored_label(style::GOLD, format!("Defences against {}", params.name(attacker)));
    let tests = odds::defence_tests(params.view(), params.rules(), attacker, who);
    if tests.is_empty() {
        line(ui, "none: every attack is undefended", style::BAD);
    }
    for test in tests {
        let price = if test.cost.is_empty() { String::new() } else { format!(" ({})", test.cost) };
        let title = RichText::new(format!("{} {}{price}", test.name, target_words(params, test.bonus.total())));
        fold(ui, ("defence", &test.name), title, |ui| {
            links.terms(ui, "test", &test.bonus);
            links.edge(ui, &test.edge, &params.rules().policies.rolls.attack);
            links.rule(ui, test.rule.as_str());
        });
    }
}

/// The number of an attack: a bonus, or a target number where dice are rolled under one.
fn target_words(params: &HudParams, number: i16) -> String {
    match params.rules().policies.rolls.attack.is_under() {
        true => format!("{number} or less"),
        false => format!("{number:+}"),
    }
}

pub fn weapons(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, data: &CombatantDataItem<'_, '_>) {
    let sheet = &data.sheet.0;
    ui.colored_label(style::GOLD, "Weapons");
    for (at, entry) in sheet.weapons.iter().enumerate() {
        let slot = WeaponSlot(at as u8);
        let place = match data.arms.place(slot) {
            _ if sheet.unarmed == Some(slot) => "",
            WeaponLocation::InHand => "in hand",
            WeaponLocation::Carried if entry.kept != Kept::AtHand => entry.kept.words(),
            WeaponLocation::Carried => "carried",
            WeaponLocation::Stuck(_) => "stuck",
            WeaponLocation::Gone => "lost",
            WeaponLocation::Broken => "broken",
        };
        if let Some(item) = &entry.item {
            let title = RichText::new(format!("{} {place}", item.name));
            fold(ui, ("weapon", at), title, |ui| line(ui, &item.about, style::FAINT));
            continue;
        }
        let place = if place.is_empty() { String::new() } else { format!(" {place}") };
        let title = format!("{}{place} {}", entry.weapon.name, target_words(params, entry.to_hit.total()));
        let qualities = text::qualities(params.rules(), sheet.speed, entry);
        fold(ui, ("weapon", at), RichText::new(title), |ui| {
            line(ui, qualities, style::FAINT);
            if params.rules().policies.attack.familiarity.is_some() {
                ui.colored_label(style::FAINT, entry.skill.word());
            }
            links.terms(ui, "to hit", &entry.to_hit);
            links.terms(ui, "damage bonus", &entry.damage);
        });
    }
    if let Some(shield) = sheet.shield.as_ref().filter(|_| data.arms.shield) {
        let does = match params.rules().policies.stages.defences {
            Some(_) => format!("stops {} of a blocked blow", shield.bonus),
            None => format!("{:+}", shield.bonus),
        };
        line(ui, format!("{} ({does})", shield.name), style::INK);
        let familiarity = params.rules().policies.attack.familiarity.as_ref();
        if let Some(known) = familiarity.filter(|_| sheet.untrained.contains(&WornGear::Shield)) {
            ui.horizontal(|ui| {
                ui.colored_label(style::FAINT, Label::Untrained.words());
                links.rule(ui, known.no_affinity.rule.as_str());
            });
        }
    }
}

pub fn movement_and_reach(
    ui: &mut Ui,
    params: &HudParams,
    links: &mut RuleLinks<'_>,
    data: &CombatantDataItem<'_, '_>,
) {
    if data.out_of_play.0 {
        return;
    }
    let game = params.game();
    let (unit, rate) = (&game.policies.board.unit, data.rate.0);
    if params.is_counted() {
        let pace = &game.policies.movement.pace;
        let cells: Vec<String> = (1..=8).map(|count| movement::cells_on_count(pace, rate, count).to_string()).collect();
        ui.colored_label(style::GOLD, "Speed");
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("{}; cells by count: {} …", unit.short(rate), cells.join(" ")));
            links.rule(ui, movement::pace_rule(pace).as_str());
        });
    } else {
        let words = match movement_left(params, data.combatant.id) {
            Some(left) => format!("Speed {}, {left}", unit.short(rate)),
            None => {
                let cells = movement::allowance(game, data.combatant.id, Gait::Walk);
                format!("Speed {}: {cells} cells per move", unit.short(rate))
            }
        };
        line(ui, words, style::INK);
    }
    line(ui, format!("Reach {}", unit.short(data.reach.0)), style::INK);
}

/// The movement that a combatant can use now, as a length; `None` where movement is not a pool.
pub fn movement_to_use(params: &HudParams, who: CombatantId) -> Option<String> {
    let (game, board) = (params.game(), &params.rules().policies.board);
    let left = movement::cells_in_pool(game, who, Gait::Walk)?;
    let is_bought = movement::pool_policy(game).is_some_and(|policy| policy.bought.is_some());
    let cells = if is_bought { movement::allowance(game, who, Gait::Walk) } else { left };
    Some(board.unit.short(i32::from(cells) * i32::from(board.cell)))
}

/// The movement that is left in a pool, in words, with that which all points would buy; `None` where movement is not a pool.
pub fn movement_left(params: &HudParams, who: CombatantId) -> Option<String> {
    let game = params.game();
    let board = &game.policies.board;
    let length = |cells: u16| board.unit.short(i32::from(cells) * i32::from(board.cell));
    let left = length(movement::cells_in_pool(game, who, Gait::Walk)?);
    Some(match movement::pool_policy(game).and_then(|policy| policy.bought) {
        None => format!("{left} left"),
        Some(_) => {
            format!("{left} bought, up to {} for all points", length(movement::allowance(game, who, Gait::Walk)))
        }
    })
}
