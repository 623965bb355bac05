//! Warboard is a tactical grid game on Bevy's ECS in which several tabletop rule systems run on one board. Players fight
//! skirmishes on the desktop, designers write scenarios in RON, and rules testers measure rules over thousands of battles.
//!
//! > **A battle is a fold over facts.** Rules read the state and produce facts; one function applies facts to the state;
//! > everything else (window, log, replay, save games, statistics, AI) reads facts ([`BattleEvent`](resolution::BattleEvent)).
//!
//! Three rule systems are included: *Time Count*, which counts time in half seconds, and *Fragments* and *Fighting Style*, which are
//! played in rounds.
//! Comments cite rules by their ids in the codices: `TC-` and a number for a rule of Time Count, `G-` for a ruling where its
//! source is silent; `TA-` and `TA-G` likewise for Fragments, `FS-` and `FS-G` for Fighting Style. `docs/glossary.md` relates
//! the terms of the rule books to types.
//!
//! # From click to pixels
//!
//! ```text
//! click / script / AI    -> Choice            the session of the window or a controller answers the open Prompt
//! BattleState::submit    -> legal::check      the single definition of what is legal, with reasons
//! BattleState::resolve   -> step(Frame)       the top frame of a stack makes one step: facts, and the frames that follow
//!                           mechanics::…      pure functions of a View and of policies: numbers with their terms
//! Battlefield::apply     -> rows, timeline    the only writer of what rules read
//! log, replay, report    <- BattleEvent       every number is a Breakdown that names its rules
//! ShownBattle            <- BattleEvent       the facts again, one after another, as fast as the player wants
//! BattleStep             -> components        changed rows are published; mechanics derive Reach, Flanked, InCover, ...
//! tokens, panels         <- Query             systems of the window read components with change detection
//! ```
//!
//! The simulation is one plain value, [`BattleState`](resolution::BattleState): combatants, ground, timeline, unfinished
//! work, dice. It is saved, restored and checksummed as a whole; [its loop](resolution::BattleState::resolve) hands the facts of
//! each step to [`Battlefield::apply`](resolution::Battlefield::apply). The command line and batches own such a value and need no
//! Bevy world. In the window the session owns it, and [`ecs`] shows its facts: [`ShownBattle`](ecs::ShownBattle) applies them
//! with the same function, and [`RulesPlugin`](ecs::RulesPlugin) publishes the result as components. Nothing flows back from
//! components to the simulation.
//!
//! # Modules
//!
//! | Module | Content |
//! |---|---|
//! | [`disk`] | atomic file writes |
//! | [`grid`] | geometry: cells, footprints, lines, floods, areas. Pure |
//! | [`dice`] | dice notation, seeded and scripted dice, exact distributions. Pure |
//! | [`content`] | the vocabulary of RON files: stats, policies, weapons, conditions, actions, effects, units, terrain |
//! | [`battle`] | the rows of combatants, the ground and the holds, and the [`View`](battle::View) that rules read |
//! | [`mechanics`] | rules as pure functions, one mechanic per file |
//! | [`turn`] | turn order: timeline, initiative, speed factors |
//! | [`rules`] | a [`Ruleset`](rules::Ruleset): the variant of each mechanic that a rule system uses, read from RON |
//! | [`resolution`] | from choices to facts: the state, acts, legality, frames, steps, events, apply |
//! | [`narration`] | facts in words, for logs |
//! | [`scenario`] | from RON to a battle that can begin |
//! | [`tutorial`] | the lessons of each rule system |
//! | [`odds`] | the exact outcome probabilities of an act, without rolling dice |
//! | [`control`] | controllers that answer prompts: scripts, standing orders, the AI |
//! | [`ecs`] | a battle in a Bevy world: components on combatants and cells, and the schedule of turns or counts |
//! | [`replay`] | recordings, their verification, and the journal of a running battle |
//! | [`batch`] | many battles on many threads, and reports on them |
//! | `gui` | the window (feature `gui`) |
//!
//! Imports go one way, from right to left: disk, grid, dice <- content <- battle <- mechanics, turn <- rules <- resolution <-
//! scenario, narration <- odds, tutorial <- control <- replay, ecs <- batch | gui. `tests/sources/architecture.rs` asserts it.
//!
//! # Where to make a change
//!
//! | To add | In RON | In Rust |
//! |---|---|---|
//! | a unit, weapon, armour, potion | `assets/units/<ruleset>/` | nothing, unless its effect is new: see manoeuvre |
//! | a scenario | `scenarios/` | nothing |
//! | a lesson | `assets/tutorials/`: its steps in the file of the rule system, and a scenario in `boards` | nothing, unless a step is complete in a new way: a [`StepGoal`](tutorial::StepGoal) |
//! | a usable item | `assets/units/<ruleset>/items/things.ron`: the effects of using it | nothing, unless it is used in a new way: an [`ItemKind`](content::kind::ItemKind) |
//! | a venom | `venoms.ron` of the rule system: its doses and their effects | nothing |
//! | a condition or stance | `conditions.ron` | nothing, unless its effect is new: a [`Status`](content::condition::Status) and its use in [`mechanics::status`] |
//! | a manoeuvre | a file in `actions/`: requirements, cost, check, degrees of success | nothing, unless an effect is new: an [`Effect`](content::effect::Effect), a match arm in [`resolution::procedure::effect::apply_effect`], and its words beside [`odds::CheckOutcome`] |
//! | a modifier of attack rolls | a modifier in the ruleset | a [`Label`](content::breakdown::Label) and a line in [`mechanics::attack`] |
//! | a spell | `spells.ron`: an action of the kind `Cast` | nothing, unless its effect is new: see manoeuvre |
//! | a zone (fog, changed terrain, an illusion) | `Lay` in a spell | a [`ZoneKind`](content::spell::ZoneKind), and the readers of [`View::zones`](battle::View::zones): [`mechanics::zone`], [`mechanics::sight`], [`mechanics::cover`] |
//! | a house rule | a file such as those in `house_rules/`: paths and their new values | nothing: [`rules::HouseRules`] |
//! | a statistic of batches | nothing | a sum in [`batch::Tally`], filled from facts by [`batch::BattleObserver`] |
//! | a variant of a mechanic | the policy in `ruleset.ron` | a variant of its policy in [`content::policy`] and a match arm in its mechanic |
//! | a movement rule | the movement policy | [`mechanics::movement`]; single steps are resolved in [`resolution::procedure::movement::walk`], movements decided by one roll in [`course`](resolution::procedure::movement::course) |
//! | something that outlasts a battle, or heals between battles | `rest` in the ruleset: a condition in `heals` | a field of [`CarriedState`](resolution::CarriedState); [`mechanics::rest`] |
//! | a reaction | `reactions` in the ruleset: trigger, action, effect on the trigger | a [`Trigger`](content::policy::Trigger) and the window that it opens |
//! | a victory condition | a goal in the scenario | a [`Goal`](content::goal::Goal) and a match arm in [`resolution::procedure::consequence::goals`] |
//! | a consequence of facts | nothing | a check with its number in a table: see [`resolution::procedure::consequence`] |
//! | a component of combatants or cells | nothing | a file in [`ecs`] with the component, its plugin and the system that derives it |
//! | a condition of standing orders | nothing | an [`OrderCondition`](control::orders::OrderCondition) and its test in `control/orders/evaluate.rs` |
//! | a controller | nothing | a [`Controller`](control::Controller) |
//! | a keyboard command | nothing | a line in the table of `gui::keys`, and the system that reacts to it |
//! | a player setting | nothing | a field of `gui::settings::Settings` and its line in the form |

#![warn(clippy::unwrap_used)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod batch;
pub mod battle;
pub mod content;
pub mod control;
pub mod dice;
pub mod disk;
pub mod ecs;
pub mod grid;
#[cfg(feature = "gui")]
pub mod gui;
pub mod mechanics;
pub mod narration;
pub mod odds;
pub mod replay;
pub mod resolution;
pub mod rules;
pub mod scenario;
pub mod turn;
pub mod tutorial;
