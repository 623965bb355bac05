//! Who sees whom: light, darkness, fog.

use super::cover;
use crate::battle::{CombatantId, LightFrom, View};
use crate::content::Rule;
use crate::content::breakdown::Label;
use crate::content::edge::{EdgeTerm, Slope};
use crate::content::policy::{Rulebook, SightPolicy};
use crate::content::unit::Trait;
use crate::grid::{Cell, Footprint, Passage, Trace, distance};

/// Whether there is light in a cell: that of the day, or of something that shines so far with nothing in between (TA-163,
/// TA-164, TA-G32).
pub fn is_lit(view: View<'_>, book: Rulebook<'_>, cell: Cell) -> bool {
    let (field, board) = (view.field(), &book.policies.board);
    let shines = |from: Footprint, radius: u16| {
        let apart = distance(view.shape(), board.distance, from, cell.into());
        u32::from(apart) * u32::from(board.feet) <= u32::from(radius) && cover::has_line(view, book, from, cell.into())
    };
    let from = |from: LightFrom| match from {
        LightFrom::Cell(at) => at.into(),
        LightFrom::Bearer(id) => view.footprint(id),
    };
    !field.dark || field.lights.iter().any(|light| shines(from(light.from), light.radius))
}

/// The rule by which a combatant is concealed from another, if it is (TA-187): hard to see, although it is known where it
/// is.
pub fn concealment(view: View<'_>, book: Rulebook<'_>, observer: CombatantId, target: CombatantId) -> Option<Rule> {
    let policy = book.policies.sight.as_ref()?;
    by_darkness(view, book, policy, observer, target).or_else(|| by_fog(view, policy, observer, target))
}

/// The disadvantage of an attack on one who is concealed (TA-188).
pub(super) fn edge(view: View<'_>, book: Rulebook<'_>, attacker: CombatantId, target: CombatantId) -> Option<EdgeTerm> {
    let rule = concealment(view, book, attacker, target)?;
    Some(EdgeTerm { label: Label::Concealed, gives: Slope::Disadvantage, rule })
}

/// In darkness is who has no cell with light (TA-162); some see there as well.
fn by_darkness(
    view: View<'_>,
    book: Rulebook<'_>,
    policy: &SightPolicy,
    observer: CombatantId,
    target: CombatantId,
) -> Option<Rule> {
    let sees = !view.field().dark || view.row(observer).sheet.has(Trait::Darkvision);
    let lit = || view.footprint(target).cells(view.shape()).iter().any(|cell| is_lit(view, book, *cell));
    (!sees && !lit()).then_some(policy.dark_rule)
}

/// Fog anywhere between the middles of their cells, or in them, hides one from the other (TA-G33).
fn by_fog(view: View<'_>, policy: &SightPolicy, observer: CombatantId, target: CombatantId) -> Option<Rule> {
    let fog = &view.field().fog;
    if fog.is_empty() {
        return None;
    }
    let shape = view.shape();
    let (from, to) = (view.footprint(observer).cells(shape), view.footprint(target).cells(shape));
    let touches = |start: Cell, end: Cell| {
        let mut line = Trace::new(shape, start, end);
        fog.contains(&start)
            || line.any(|crossing| {
                let beside = match crossing.passage {
                    Passage::Edge => false,
                    Passage::Between(a, b) => fog.contains(&a) || fog.contains(&b),
                    Passage::Past(cell) => fog.contains(&cell),
                };
                beside || fog.contains(&crossing.to)
            })
    };
    let hidden = from.iter().any(|start| to.iter().any(|end| touches(*start, *end)));
    hidden.then_some(policy.fog_rule)
}
