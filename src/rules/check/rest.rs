use super::file_check::FileCheck;
use crate::content::authored::ValuePath;
use crate::content::condition::Stacking;
use crate::content::policy::{Goes, Overnight, Regained, RestPolicy};
use crate::rules::content::Content;

/// Checks the recovery between battles.
pub(super) fn check(policy: &RestPolicy, content: &Content, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("rest");
    file.within(&root.field("minute"), policy.minute, 1..=1000);
    for (field, regained) in [("fatigue", &policy.fatigue), ("running", &policy.running)] {
        check_regained(regained, &root.field(field), file);
    }
    for (field, overnight) in [("hit_points", &policy.hit_points), ("impairments", &policy.impairments)] {
        check_overnight(overnight, &root.field(field), file);
    }
    for (at, heals) in policy.heals.iter().enumerate() {
        let path = root.field("heals").index(at);
        file.condition(&path.field("condition"), heals.condition);
        if policy.heals[..at].iter().any(|earlier| earlier.condition == heals.condition) {
            file.refuse(&path.field("condition"), format!("duplicate entry for `{}`", heals.condition));
        }
        let levels = content.conditions.value.iter().find(|known| known.id == heals.condition);
        let adds = levels.is_none_or(|condition| condition.again == Stacking::Adds);
        if heals.goes != Goes::Overnight && !adds {
            let message = format!("the levels of `{}` do not add up: only `Overnight` is possible", heals.condition);
            file.refuse(&path.field("goes"), message);
        }
        if let Goes::Every { levels, minutes, .. } = heals.goes {
            file.within(&path.field("goes").field("levels"), levels, 1..=1000);
            file.within(&path.field("goes").field("minutes"), minutes, 1..=1440);
        }
    }
}

fn check_regained(regained: &Regained, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.within(&path.field("points"), regained.points, 0..=1000);
    file.within(&path.field("minutes"), regained.minutes, 1..=1440);
}

fn check_overnight(overnight: &Overnight, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.within(&path.field("night"), overnight.night, 0..=1000);
    file.within(&path.field("bed_rest"), overnight.bed_rest, 0..=1000);
}
