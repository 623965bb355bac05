//! Words for choices, costs, goals, weapons and chances. Nothing here draws.

use crate::battle::{ActiveSpell, CombatantId, Facing, GearPiece, SheetWeapon};
use crate::content::authored::uncapitalised;
use crate::content::{
    Action, ActionGroup, ActionSpeed, Fallen, Goal, GoalZone, HealthModel, Name, Policies, Reaction, SpeedMode,
    TurnOrder, WeaponProperty,
};
use crate::grid::{Cell, Direction};
use crate::gui::hud::params::HudParams;
use crate::mechanics::Game;
use crate::narration::object_name;
use crate::odds::{Fraction, Versus};
use crate::resolution::{Act, Choice, Pick, PickPurpose, Target, legal};
use crate::rules::Ruleset;
use crate::turn::speed::speed_span;

pub fn facing_words(params: &HudParams, facing: Facing) -> String {
    match facing {
        Facing::AllAround => "all around".to_owned(),
        Facing::Direction(way) => params.layout.shape().direction_name(Direction(way)).to_owned(),
        Facing::Towards(who) => params.name(who).to_owned(),
    }
}

pub fn choice_words(params: &HudParams, choice: &Choice) -> String {
    match choice {
        Choice::Act(act) => act_words(params, None, act),
        Choice::Cell(cell) => format!("to {cell}"),
        Choice::Pick(Pick::Yes) => "yes".to_owned(),
        Choice::Pick(Pick::No) => "no".to_owned(),
        Choice::Pick(Pick::Defence(stat)) => stat.word().to_owned(),
        Choice::Pick(Pick::Action(action)) => option_words(params.rules(), *action),
        Choice::Pick(Pick::Ally(who) | Pick::Target(who)) => params.name(*who).to_owned(),
        Choice::Pick(Pick::TheirAttacks) => "their attacks".to_owned(),
        Choice::Pick(Pick::TheirDefence) => "their defence".to_owned(),
        Choice::Pick(Pick::Item(who, thing)) => params
            .combatants
            .get(*who)
            .map_or_else(|| "?".to_owned(), |data| format!("the {}", data.sheet.0.thing_name(*thing).to_lowercase())),
        Choice::Pick(Pick::Take) => "take it".to_owned(),
        Choice::Pick(Pick::Fling) => "fling it away".to_owned(),
        Choice::Pick(Pick::Points(some)) => format!("{some} hit points"),
        Choice::Pick(Pick::Cling { along, shorter: 0 }) => format!("move {along} along"),
        Choice::Pick(Pick::Cling { along: 0, shorter }) => format!("hold it back by {shorter}"),
        Choice::Pick(Pick::Cling { along, shorter }) => format!("move {along} along, hold it back by {shorter}"),
        Choice::Pick(Pick::Wound { level, fallen }) => wound_words(params.rules(), *level, *fallen),
        Choice::React(reaction) => reaction.as_str().replace('_', " "),
        Choice::Face(facing) => facing_words(params, *facing),
        Choice::Pass => "pass".to_owned(),
        Choice::Surrender => "surrender".to_owned(),
    }
}

/// A wound of a level, from 1, and the fate of a target that would fall unconscious by it.
fn wound_words(rules: &Ruleset, level: u8, fallen: Fallen) -> String {
    let HealthModel::Slots(wounds) = &rules.policies.consciousness.collapse else { return level.to_string() };
    let at = usize::from(level).saturating_sub(1);
    let wound = wounds.levels.get(at).map_or_else(|| level.to_string(), |level| format!("{} wound", level.id));
    match fallen {
        Fallen::Usual => wound,
        Fallen::Asleep => format!("{wound}, unconscious but not dying"),
        Fallen::Helpless => format!("{wound}, conscious but helpless"),
    }
}

/// The name of a chosen defence, of an effect of a critical hit, or of an action.
pub fn option_name(rules: &Ruleset, id: Name) -> String {
    let stages = &rules.policies.stages;
    let named = stages.defence(id).map(|defence| &defence.name);
    let named = named.or_else(|| stages.critical(id).map(|critical| &critical.name));
    named.cloned().unwrap_or_else(|| action_name(rules, id))
}

/// The name of an option, a defence with its costs.
fn option_words(rules: &Ruleset, id: Name) -> String {
    let Some(defence) = rules.policies.stages.defence(id) else { return option_name(rules, id) };
    let price = defence.costs.iter().filter_map(|price| {
        let (_, pool) = rules.policies.economy.find(price.pool)?;
        Some(pool.points(price.points.into()))
    });
    let price: Vec<String> = price.collect();
    if price.is_empty() { defence.name.clone() } else { format!("{} ({})", defence.name, price.join(", ")) }
}

pub fn action_name(rules: &Ruleset, action: Name) -> String {
    rules.actions.get(action).map_or_else(|| action.as_str().replace('_', " "), |found| found.name.clone())
}

/// A reaction of the rules; `None` for the release of a readied act.
pub fn known_reaction(rules: &Ruleset, id: Name) -> Option<&Reaction> {
    rules.policies.reactions.iter().find(|known| known.id == id)
}

/// The name of a reaction, or of the action that it takes.
pub fn reaction_name(rules: &Ruleset, id: Name) -> String {
    known_reaction(rules, id).map_or_else(|| action_name(rules, id), |known| known.name.clone())
}

pub fn act_words(params: &HudParams, who: Option<CombatantId>, act: &Act) -> String {
    let rules = params.rules();
    let action = action_name(rules, act.action);
    match &act.target {
        Target::Own | Target::Weapon(_) => action,
        Target::Found(weapon) => format!("{action}: {}", weapon.as_str().replace('_', " ")),
        Target::Known(spell) => format!("{action}: {}", action_name(rules, *spell)),
        Target::Whoever => {
            let data = who.and_then(|who| params.combatants.get(who));
            let with = data.zip(act.weapon).map(|(data, slot)| data.sheet.0.thing_name(GearPiece::Weapon(slot)));
            with.map_or_else(|| action.clone(), |with| format!("{action} with {with}"))
        }
        Target::Ready(readied) => {
            let watch = rules.policies.ready.as_ref().and_then(|policy| policy.watch(readied.watch));
            let when = watch.map_or("?", |watch| &watch.name);
            format!("{} when {when}", uncapitalised(&act_words(params, who, &readied.act)))
        }
        Target::Combatant(who) | Target::Charge { at: who, .. } => format!("{action}: {}", params.name(*who)),
        Target::Redirected { who, .. } => format!("{action}: {}", params.name(*who)),
        Target::Guess { who, cell } => format!("{action}: {} at {cell}", params.name(*who)),
        Target::Cell(cell) => format!("{action} at {cell}"),
        Target::Thing(thing) => format!("{action}: {}", object_name(params.view(), rules, *thing)),
        Target::Path(path) | Target::Flight { path, .. } => {
            path.last().map_or_else(|| format!("{action}: stay"), |to| format!("{action} to {to}"))
        }
        Target::Facing(facing) => format!("{action}: {}", facing_words(params, *facing)),
        Target::Cast(casting) => {
            let plain = Act { target: casting.at.clone(), ..act.clone() };
            let words = act_words(params, who, &plain);
            let magic = rules.policies.magic.as_ref();
            let word = magic.map_or("energy", |magic| magic.energy_word());
            let prepared = magic.is_some_and(|magic| magic.preparing().is_some());
            if prepared { words } else { format!("{words} for {} {word}", casting.energy.total()) }
        }
        Target::Spell(id) => params.spell(*id).map_or_else(
            || action.clone(),
            |spell| format!("{action}: {} {}", action_name(rules, spell.spell), spell_place(params, spell)),
        ),
    }
}

/// Where or on whom a spell lasts, to follow its name.
pub fn spell_place(params: &HudParams, spell: &ActiveSpell) -> String {
    match &spell.at {
        Target::Cell(cell) => format!("at {cell}"),
        _ => format!("on {}", spell.target().map_or("?", |who| params.name(who))),
    }
}

pub fn speed_words(speed: ActionSpeed) -> String {
    let classes =
        |steps: i8| if steps.abs() == 1 { "one class".to_owned() } else { format!("{} classes", steps.abs()) };
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
        ActionSpeed::WeaponPoints(0) => "the weapon's points".to_owned(),
        ActionSpeed::WeaponPoints(more) => format!("the weapon's points {more:+}"),
        ActionSpeed::Actions(actions) => format!("{actions} actions"),
        ActionSpeed::Nothing => "free".to_owned(),
    }
}

/// The points that an action costs in a combatant's turn, with all alternatives; `None` if it takes nothing but time.
pub fn price_words(game: Game<'_>, who: CombatantId, action: &Action) -> Option<String> {
    let takes_actions = action.actions() > 0 && game.policies.economy.actions.is_some();
    if action.costs.is_empty() && (!takes_actions || game.policies.turn.is_counted()) {
        return None;
    }
    let costs = legal::Cost::alternatives(game, who, action, None).flatten();
    let words: Vec<String> =
        costs.map(|cost| points_words(game.policies, &cost)).filter(|words| !words.is_empty()).collect();
    Some(if words.is_empty() { "free".to_owned() } else { words.join(" or ") })
}

/// The points that an action costs in a combatant's turn of those that are left: `1 of 3 action points, 1 of 2 attacks`, with all
/// alternatives; `None` if it costs no points.
pub fn cost_of_left(params: &HudParams, who: CombatantId, action: &Action) -> Option<String> {
    let (game, turn) = (params.game(), params.combatants.get(who)?.turn);
    let economy = &game.policies.economy;
    let of = |cost: legal::Cost| {
        let points = cost.points.iter().filter(|(_, points)| points.total() > 0);
        let words = points.filter_map(|(id, points)| {
            Some(format!("{} of {}", points.total(), economy.pool(*id)?.points(turn.pools.left(*id))))
        });
        words.collect::<Vec<_>>().join(", ")
    };
    let known = legal::Cost::alternatives(game, who, action, None).flatten().map(of);
    let words: Vec<String> = known.filter(|words| !words.is_empty()).collect();
    Some(words.join(" or ")).filter(|words| !words.is_empty())
}

/// The points of a cost, such as "2 actions, 1 reaction".
fn points_words(policies: &Policies, cost: &legal::Cost) -> String {
    let points = cost.points.iter().filter_map(|(id, points)| {
        let total = Some(points.total()).filter(|total| *total > 0)?;
        Some(policies.economy.pool(*id)?.points(total))
    });
    let initiative = cost.initiative.map(|price| format!("{} initiative", price.amount));
    points.chain(initiative).collect::<Vec<_>>().join(", ")
}

pub fn span_words((least, most): (u16, u16)) -> String {
    match (least, most) {
        (0, 0) => "free".to_owned(),
        (1, 1) => "1 count".to_owned(),
        (least, most) if least == most => format!("{least} counts"),
        (least, most) => format!("{least}-{most} counts"),
    }
}

/// A chance in hundredths of a percent, rounded to whole percent.
pub fn percent(per_ten_thousand: u32) -> String {
    match per_ten_thousand {
        0 => "0%".to_owned(),
        10_000 => "100%".to_owned(),
        1..=99 => "<1%".to_owned(),
        9_901..=9_999 => ">99%".to_owned(),
        other => format!("{}%", (other + 50) / 100),
    }
}

/// The chance of a hit in words; in an exchange without blocked hits, which are named apart: `18%, 72% blocked`.
pub fn hit_words(versus: &Versus) -> String {
    let chance = |fraction: Fraction| fraction.per_ten_thousand();
    match &versus.contest {
        Some(odds) if odds.blocked.of > 0 => {
            let clean = percent(chance(odds.won) + chance(odds.hit));
            format!("{clean}, {} blocked", percent(chance(odds.blocked)))
        }
        _ => percent(chance(versus.fractions()[0].1)),
    }
}

pub fn qualities(rules: &Ruleset, mode: SpeedMode, entry: &SheetWeapon) -> String {
    if let Some(item) = &entry.item {
        return item.about.clone();
    }
    let weapon = &entry.weapon;
    let mut words = vec![format!("{} {}", weapon.damage, weapon.harm.words())];
    if let Some(turns) = rules.policies.turn.counted() {
        words.push(span_words(speed_span(turns, &ActionSpeed::Class(weapon.speed), None, mode, 0)));
    }
    let board = &rules.policies.board;
    if let Some(reach) = weapon.melee.filter(|reach| *reach > board.cell) {
        words.push(format!("reach {}", board.unit.short(reach)));
    }
    if let Some(range) = weapon.range {
        words.push(format!("range {}", board.unit.short(range.increment)));
    }
    words.extend(weapon.properties.iter().map(|property| {
        let word = match property {
            WeaponProperty::Reach => "reach",
            WeaponProperty::Casts { spell, .. } => return format!("casts {}", spell.as_str().replace('_', " ")),
            WeaponProperty::Venomous(venom) => return venom.as_str().replace('_', " "),
            WeaponProperty::ArmorPiercing(points) => return format!("ignores {points} of armour"),
            WeaponProperty::Penetrating => "penetrating",
            WeaponProperty::Aquatic => "aquatic",
            WeaponProperty::Afflicts { condition, .. } => {
                let known = rules.conditions.get(*condition);
                return known
                    .map_or_else(|| condition.to_string(), |known| format!("leaves {}", known.name.to_lowercase()));
            }
            WeaponProperty::Impairing => "impairing",
            WeaponProperty::Precise => "precise",
            WeaponProperty::Trip => "trips",
            WeaponProperty::Composite => "composite",
            WeaponProperty::Nonlethal => "nonlethal",
            WeaponProperty::Natural => "natural",
            WeaponProperty::Secondary => "secondary",
            WeaponProperty::Long => "long",
            WeaponProperty::UsableProne => "usable while prone",
            WeaponProperty::Slings => "sling",
            WeaponProperty::Entangles => "entangles",
        };
        word.to_owned()
    }));
    words.join(", ")
}

/// A goal as an order: `hold the bridge alone for 60 s (10 rounds)`. `name` looks up combatants by index.
pub fn goal_words(goal: &Goal, turn: &TurnOrder, name: impl Fn(u16) -> String) -> String {
    match goal {
        Goal::DefeatAll => "eliminate all enemies".to_owned(),
        Goal::Defeat(who) => format!("defeat {}", name(*who)),
        Goal::Hold { zone, counts } => format!("hold the {} alone for {}", zone.name, turn.span_words(*counts)),
        Goal::Escape { zone, many } => format!("get {many} units out through the {}", zone.name),
        Goal::Last { count } => format!("still stand after {}", turn.span_words(*count)),
    }
}

pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A zone by its corners, named like the rulers of the board.
pub fn zone_words(zone: &GoalZone) -> String {
    let (xs, ys) = (zone.cells.iter().map(|cell| cell.x), zone.cells.iter().map(|cell| cell.y));
    let corners = xs.clone().min().zip(ys.clone().min()).zip(xs.max().zip(ys.max()));
    match corners {
        Some((from, to)) if from != to => {
            let cells = zone.cells.len();
            format!("The {}: {cells} cells from {} to {}", zone.name, Cell::new(from.0, from.1), Cell::new(to.0, to.1))
        }
        Some((only, _)) => format!("The {}: {}", zone.name, Cell::new(only.0, only.1)),
        None => zone.name.to_string(),
    }
}

/// A question about a pick as it is asked, to follow the name of the combatant, and its title.
pub fn pick_words(rules: &Ruleset, purpose: PickPurpose) -> (String, String) {
    let (question, title) = match purpose {
        PickPurpose::KeepHold => ("still holds the target. Keep the hold?", "keep a hold"),
        PickPurpose::BreakHold => ("may break the hold as well. Break it?", "break a hold as well"),
        PickPurpose::EnterAnyway => ("Cell is occupied.", "squeeze into an occupied cell"),
        PickPurpose::PushFurther => ("pushes: push further?", "push further"),
        PickPurpose::FollowPush => ("has pushed the target away. Follow?", "follow after a push"),
        PickPurpose::LetPass { .. } => ("is about to be overrun. Let the mover pass?", "let an overrunning foe pass"),
        PickPurpose::CatchHold => ("falls. Try to catch hold?", "catch hold in a fall"),
        PickPurpose::FollowUp(action) => {
            let action = action_name(rules, action);
            return (format!("may follow up with {action} at no cost. Do it?"), format!("follow up with {action}"));
        }
        PickPurpose::Defence | PickPurpose::Defend { .. } => ("is attacked. Which defence?", "choice of defence"),
        PickPurpose::Critical { .. } => ("has scored a critical hit. Which effect?", "effect of a critical hit"),
        PickPurpose::Winner { .. } => ("has won the exchange. What follows?", "action of the winner"),
        PickPurpose::SavePart { part } => {
            let part = part.as_str();
            return (format!("is about to lose its {part}. What saves it?"), format!("what saves the {part}"));
        }
        PickPurpose::DistractFor => ("distracts: which ally benefits?", "which ally a distraction helps"),
        PickPurpose::DistractWhat => ("distracts: what is hindered?", "what a distraction hinders"),
        PickPurpose::ComeIn => ("has delayed its turn. Act now?", "act after a delayed turn"),
        PickPurpose::WhichItem => ("disarms: which item?", "which item to disarm"),
        PickPurpose::HarmWhat => ("may deal extra harm: to what?", "target of extra harm"),
        PickPurpose::ChargeEnd { .. } => ("has charged. What follows?", "end of a charge"),
        PickPurpose::DestroyObject => {
            ("could destroy the object. Destroy it?", "destroy an object or leave it useless")
        }
        PickPurpose::DestroyItem => ("could destroy the item. Destroy it?", "destroy an item or leave it useless"),
        PickPurpose::Cling => ("clings to the mover. How?", "how to cling to a mover"),
        PickPurpose::HowSevere => ("has hit. How severe is the wound?", "severity of a wound"),
        PickPurpose::SprintAgain => ("may reroll the sprint, keeping the new result. Reroll?", "roll the sprint again"),
        PickPurpose::SplitHealing => {
            ("heals: how many points restore hit points? The rest removes fatigue", "how to split healing")
        }
        PickPurpose::TakeIt => ("has disarmed the target. Take the item?", "take a disarmed item"),
        PickPurpose::TakeOrFling => ("has the item. Keep it, or fling it away?", "take or fling away an item"),
    };
    (question.to_owned(), title.to_owned())
}

/// All groups of actions with their names, in the order of the bar.
pub const GROUPS: [(ActionGroup, &str); 8] = [
    (ActionGroup::Move, "Move"),
    (ActionGroup::Attack, "Attack"),
    (ActionGroup::Wrestle, "Wrestle"),
    (ActionGroup::Special, "Special"),
    (ActionGroup::Stance, "Stance"),
    (ActionGroup::Item, "Item"),
    (ActionGroup::Magic, "Magic"),
    (ActionGroup::Other, "Other"),
];

pub fn group_word(group: ActionGroup) -> &'static str {
    GROUPS.iter().find(|(known, _)| *known == group).map_or("", |(_, word)| word)
}

/// The groups in the order of the readying list, attacks first.
pub fn groups() -> Vec<ActionGroup> {
    let mut all: Vec<ActionGroup> = GROUPS.iter().map(|(group, _)| *group).collect();
    all.sort_by_key(|group| *group != ActionGroup::Attack);
    all
}
