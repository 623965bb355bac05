//! Zones on the board in words.

use crate::battle::{ActiveSpell, CombatantId, SpellZone, Until, View};
use crate::content::Rule;
use crate::content::action::Does;
use crate::content::effect::Effect;
use crate::content::spell::ZoneKind;
use crate::grid::Cell;
use crate::rules::Ruleset;

/// Description of a zone on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidWords {
    /// The spell and its caster, or `Fog`.
    pub what: String,
    /// Its effect.
    pub does: &'static str,
    /// When it ends.
    pub until: String,
    /// The rule for its effect.
    pub rule: Rule,
}

/// Every zone on a cell: fog of the map first, then spells, oldest first.
pub fn laid_words(view: View<'_>, rules: &Ruleset, cell: Cell) -> Vec<LaidWords> {
    let fog_rule = rules.policies.sight.as_ref().map(|sight| sight.fog_rule);
    let own = fog_rule.filter(|_| view.field().fog.contains(&cell)).map(|rule| LaidWords {
        what: "Fog".to_owned(),
        does: does_words(ZoneKind::Fog),
        until: "Permanent".to_owned(),
        rule,
    });
    let laid = view.zones().filter(|(_, zone)| zone.holds(cell));
    own.into_iter().chain(laid.map(|(spell, zone)| of_spell(view, rules, spell, zone))).collect()
}

fn of_spell(view: View<'_>, rules: &Ruleset, spell: &ActiveSpell, zone: &SpellZone) -> LaidWords {
    let action = rules.actions.get(spell.spell);
    let name = action.map_or_else(|| spell.spell.to_string(), |action| action.name.clone());
    let cast = action.and_then(|action| if let Does::Cast(cast) = &action.does { Some(cast) } else { None });
    let how = cast.and_then(|cast| cast.incantation.as_ref());
    let (time, caster) = (rules.policies.turn.moment(), named(view, spell.caster));
    let mut until = match spell.until {
        Until::Count(at) => format!("until {time} {at}"),
        Until::Round(who, at) => format!("until the turn of {} in {time} {at}", named(view, who)),
        _ => "until it is ended".to_owned(),
    };
    if how.is_some_and(|how| how.concentration) {
        until += &format!(", while {caster} concentrates");
    }
    // The rule by which the spell creates its zone.
    let lays = cast.and_then(|cast| cast.effects.iter().find(|cited| matches!(cited.does, Effect::Lay { .. })));
    let rule = lays.map(|cited| cited.rule).or(action.map(|action| action.rule)).unwrap_or_else(|| "".into());
    LaidWords { what: format!("{name} of {caster}"), does: does_words(zone.does), until, rule }
}

fn does_words(what: ZoneKind) -> &'static str {
    match what {
        ZoneKind::Fog => "Looking into, out of or through it: targets are hard to see.",
        ZoneKind::Ground(_) => "Counts as normal terrain of its kind.",
        ZoneKind::Illusion => "Enemies who believe it treat what is behind it as having cover.",
    }
}

fn named(view: View<'_>, who: CombatantId) -> &str {
    view.find(who).map_or("?", |row| &row.name)
}
