//! Attackers that spare their targets: the level of a wound, and the fate of a target that would fall unconscious (HD-218 to
//! HD-220).

use crate::battle::Vitals;
use crate::content::{Effect, Fallen, Fate, Harmed, Label};
use crate::mechanics::damage::{self, AppliedDamage, PendingDamage, Spared};
use crate::mechanics::health;
use crate::resolution::act::Pick;
use crate::resolution::plan::ActionPlan;
use crate::resolution::step::Inputs;

/// The lightest wound that the attacker may choose; `None` if the action leaves it no choice.
pub(super) fn lightest(plan: &ActionPlan, blow: &PendingDamage, inputs: &Inputs<'_>) -> Option<Spared> {
    let check = inputs.rules.actions.get(plan.act.action)?.check()?;
    check.effects().find_map(|effect| match effect {
        Effect::Harm { to: Harmed::TargetSpared { asleep_rule, helpless, helpless_rule }, .. } => Some(Spared {
            level: 1,
            rule: blow.rule,
            fallen: Fallen::Usual,
            helpless: (*helpless, *helpless_rule),
            asleep_rule: *asleep_rule,
        }),
        _ => None,
    })
}

/// The wounds that the attacker may choose, worst first; at most one if there is no choice.
pub(super) fn options(blow: &PendingDamage, lightest: Spared, inputs: &Inputs<'_>) -> Vec<Pick> {
    let before = inputs.view.row(blow.target).vitals;
    let mut options = Vec::new();
    for level in lightest.level..=u8::MAX {
        let spared = Some(Spared { level, ..lightest });
        let Some(hurt) = damage::settle(inputs.game(), &[PendingDamage { spared, ..blow.clone() }]).pop() else {
            break;
        };
        if hurt.severity.is_empty() {
            break;
        }
        let fates: &[Fallen] = match may_faint(&before, &hurt, inputs) {
            true => &[Fallen::Helpless, Fallen::Asleep, Fallen::Usual],
            false => &[Fallen::Usual],
        };
        options.extend(fates.iter().map(|fallen| Pick::Wound { level, fallen: *fallen }));
        if hurt.severity.term(Label::Chosen).is_none() {
            break;
        }
    }
    options.reverse();
    options
}

/// Whether a target may fall unconscious by a wound that does not kill.
fn may_faint(before: &Vitals, hurt: &AppliedDamage, inputs: &Inputs<'_>) -> bool {
    let policy = &inputs.rules.policies.consciousness;
    health::fate(policy, &hurt.vitals) == Fate::Faints
        && health::times_down(policy, &hurt.vitals) > health::times_down(policy, before)
}
