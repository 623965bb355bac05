//! Authored files: rule systems, units, maps, scenarios, and diagnostics of their mistakes.

#[path = "../common/assets.rs"]
mod assets;
#[path = "../common/shipped.rs"]
mod shipped;

mod authored;
mod authored_places;
mod codex;
mod cover_mistakes;
mod damage;
mod dice;
mod economy_mistakes;
mod fight_mistakes;
mod health_mistakes;
mod hero_mistakes;
mod house_rules;
mod hud;
mod kernel_mistakes;
mod manoeuvre_mistakes;
mod mount_mistakes;
mod movement_mistakes;
mod order_mistakes;
mod pathrunner_mistakes;
mod pathrunner_way_mistakes;
mod roll_mistakes;
mod ruleset;
mod ruleset_mistakes;
mod scenario;
mod scenario_limits;
mod scenario_mistakes;
mod skirmish;
mod sparse;
mod things;
mod tutorials;
mod units;
