//! Warboard is a tactical grid game on Bevy's ECS in which several tabletop rule systems run on one board. Players fight
//! skirmishes on the desktop, designers write RON scenarios, and rules testers watch rules happen and run thousands of
//! battles to see what a rule does.
//!
//! > **A battle is a fold over facts.** Rules read the world and compute facts; one function applies facts to components;
//! > everything else (window, log, replay, save, statistics, AI) reads facts.
//!
//! # The way of one action, from click to pixels
//!
//! ```text
//! click / script / AI  -> Choice            control answers the Prompt of whoever is asked
//! resolution::submit   -> legal::check      one definition of what may be done, with reasons
//! resolution::resolve  -> step(Frame)       the top frame of a stack makes one step: facts + what comes next
//!                         mechanics::…      pure functions of a View and of policies: numbers with their terms
//! resolution::apply    -> components        the only writer: Snapshot rows, entities, timeline
//! log, replay, report  <- BattleEvent       every number is a Breakdown that names its rules
//! window               <- the same apply    playback into a world of its own
//! ```
//!
//! # The rooms
//!
//! | Module | What is in it |
//! |---|---|
//! | [`disk`] | files that are written whole or not at all |
//! | [`grid`] | where things are: cells, footprints, lines, floods, areas. Pure |
//! | [`dice`] | notation, seeded and scripted streams, exact distributions. Pure |
//! | [`content`] | the words RON may use: stats, policies, weapons, conditions, actions, effects, units, terrain |
//! | [`battle`] | what is true now: every component, and the [`View`](battle::View) that rules read |
//! | [`mechanics`] | what a rule makes of it, one mechanic per file |
//! | [`turn`] | dues and budgets: timeline, initiative, speed factors |
//! | [`rules`] | a [`Ruleset`](rules::Ruleset): which variant of each mechanic a rule system uses, read from RON |
//! | [`resolution`] | turn intent into facts: acts, legality, frames, steps, events, apply |
//! | [`scenario`] | RON to a battle that can begin |
//! | [`control`] | who answers a prompt: scripts, standing orders, the AI |
//! | [`odds`] | the exact distribution of what an act does; nothing is rolled |
//! | [`replay`] | recordings, their verification, and the journal of a running battle |
//! | [`batch`] | many battles on many workers, and their report |
//! | `gui` | the window (feature `gui`) |
//!
//! Imports go one way: disk, grid, dice <- content <- battle <- mechanics, turn <- rules <- resolution <- scenario, control <-
//! odds, replay <- batch | gui. `tests/sources/architecture.rs` asserts it.
//!
//! # Where does it go?
//!
//! | You want to add | In RON | In Rust |
//! |---|---|---|
//! | a unit, weapon, armour, potion | `assets/units/<ruleset>/` | nothing, unless what it does is new: see a manoeuvre |
//! | a scenario | `scenarios/` | nothing |
//! | a thing that is used | `things.ron` of the rule system: what using it does | nothing, unless it is used as nothing before: an [`ItemKind`](content::item::ItemKind) |
//! | a venom | `venoms.ron` of the rule system: doses, and what they gather in a body | nothing |
//! | a condition or stance | `conditions.ron` | nothing, unless it does something new: a [`Status`](content::condition::Status) and its reader in [`mechanics::status`] |
//! | a manoeuvre | a file in `actions/`, and its icon in `hud.ron`: requirements, cost, check, ladder | nothing, unless a rung does something new: an [`Effect`](content::effect::Effect) and a match arm in [`resolution::procedure::effects`], and its words in [`odds::Outcome`] |
//! | a term of an attack roll | a modifier in the ruleset | a [`Label`](content::breakdown::Label) and a line in [`mechanics::attack`] |
//! | a spell | `spells.ron`: an action that is cast | nothing, unless it does something new: see a manoeuvre |
//! | something that lies on a place | `Lay` in a spell: fog, other ground, an illusion | a [`Lies`](content::zone::Lies), and whoever reads [`View::zones`](battle::View::zones): [`mechanics::zone`], [`mechanics::sight`], [`mechanics::cover`] |
//! | a house rule | a file such as those in `house_rules/`: paths of values, and what they are now | nothing: [`rules::HouseRules`] |
//! | something a batch counts | nothing | a sum in [`batch::Tally`], filled from facts in [`batch::Seen`] |
//! | a variant of a mechanic | the policy in `ruleset.ron` | a variant of its policy in [`content::policy`] and an arm in its mechanic |
//! | a movement rule | the movement policy | [`mechanics::movement`]; every step is settled in [`resolution::procedure::walk`]; a movement that one roll decides as a whole works out its course first, in `procedure/course.rs` |
//! | something that outlasts a battle, or heals between two | `rest` in the ruleset: a condition in `heals` | what a [`Brings`](resolution::Brings) holds; [`mechanics::rest`] |
//! | a reaction | `reactions` in the ruleset: trigger, action, what becomes of the trigger | a [`Trigger`](content::policy::Trigger) and a window where it is opened |
//! | a way to win | a goal in the scenario | a [`Goal`](content::goal::Goal) and an arm in [`resolution::procedure::goals`] |
//! | a way to answer prompts | nothing | a [`Controller`](control::Controller) |
//! | something a key does | nothing | a `Command` with its usual key in `gui::keys`, and whoever listens to it |
//! | a setting of the player | nothing | a field of `Settings` in `gui::hud::settings` and its line in the form |

#![warn(clippy::unwrap_used)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod batch;
pub mod battle;
pub mod content;
pub mod control;
pub mod dice;
pub mod disk;
pub mod grid;
#[cfg(feature = "gui")]
pub mod gui;
pub mod mechanics;
pub mod odds;
pub mod replay;
pub mod resolution;
pub mod rules;
pub mod scenario;
pub mod turn;
