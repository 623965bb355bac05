//! Checks of cover and flanking.

use crate::content::policy::CoverCorners;
use crate::content::{CoverGrades, CoverPolicy, CoverSampled, CoverShare, Flanking, Policies, ValuePath};
use crate::rules::check::file_check::{FileCheck, each};

pub(in crate::rules::check) fn check(policies: &Policies, file: &mut FileCheck<'_>) {
    let root = ValuePath::root();
    if let CoverPolicy::Sampled(cover) = &policies.attack.cover {
        check_sampled(policies, cover, &root.field("attack").field("cover"), file);
    }
    if let CoverPolicy::Corners(cover) = &policies.attack.cover {
        check_corners(cover, &root.field("attack").field("cover"), file);
    }
    if let CoverPolicy::Grades(CoverGrades { behind_low: Some(low), .. }) = &policies.attack.cover {
        let path = root.field("attack").field("cover").field("behind_low").field("stances");
        for (path, stance) in each(&path, &low.stances) {
            file.stance(&path.field("stance"), stance.stance);
            within!(file, path, stance, grades in 1..=3);
        }
    }
    check_flanking(&policies.flanking, &root.field("flanking"), file);
}

fn check_corners(cover: &CoverCorners, path: &ValuePath, file: &mut FileCheck<'_>) {
    for (field, modifier) in [("attack", cover.attack), ("partial", cover.partial), ("improved", cover.improved)] {
        let amounts = modifier.into_iter().map(|modifier| modifier.amount);
        amounts.for_each(|amount| file.within(&path.field(field).field("amount"), amount, -100..=-1));
    }
    if let Some(save) = cover.save {
        within!(file, path.field("save"), save, amount in 1..=100);
    }
}

fn check_sampled(policies: &Policies, cover: &CoverSampled, path: &ValuePath, file: &mut FileCheck<'_>) {
    within!(file, path, cover, points in 1..=8, eyes in 1..=100);
    let (levels, (low, high)) = (path.field("levels"), cover.levels);
    file.within(&levels.index(0), low, 0..=100);
    file.within(&levels.index(1), high, 0..=100);
    if low >= high {
        file.refuse(&levels, format!("the lower height comes first: {low} is not below {high}"));
    }
    check_share(&cover.low, 1, &path.field("low"), file);
    check_share(&cover.high, cover.low.from, &path.field("high"), file);
    if let Some(bodies) = &cover.bodies {
        within!(file, path.field("bodies"), bodies, height in 1..=100);
    }
    let options = policies.stages.defences.iter().flat_map(|defences| &defences.options);
    let known: Vec<&str> = options.map(|option| option.id.as_str()).collect();
    for (path, defence) in each(&path.field("defences"), &cover.defences) {
        if !known.contains(&defence.as_str()) {
            file.findings.unknown(&path, "defence", defence.as_str(), &known);
        }
    }
}

fn check_share(share: &CoverShare, least: u8, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.within(&path.field("from"), share.from, least.into()..=100);
    file.within(&path.field("attack").field("amount"), share.attack.amount, -100..=0);
    file.within(&path.field("defence").field("amount"), share.defence.amount, 0..=100);
}

fn check_flanking(flanking: &Flanking, path: &ValuePath, file: &mut FileCheck<'_>) {
    let (square, hex, facing) = match flanking {
        Flanking::Separation { square, hex, facing, ignored, .. } => {
            if let Some(ignored) = ignored {
                let path = path.field("ignored");
                conditions!(file, path, ignored, condition);
                within!(file, path.field("rear"), ignored.rear, amount in -20..=20);
            }
            (square, hex, facing)
        }
        Flanking::OppositeEdges { condition, .. } => return file.condition(&path.field("condition"), *condition),
        Flanking::Line(line) => {
            within!(file, path, line, within in 1..=50);
            return file.within(&path.field("bonus").field("amount"), line.bonus.amount, -20..=20);
        }
    };
    let mut check_angle = |path: &ValuePath, field: &str, angle: u16, least: u16| {
        if !(least..=1800).contains(&angle) {
            let [angle, least] = [angle, least].map(|tenths| f64::from(tenths) / 10.0);
            file.refuse(&path.field(field), format!("{angle} degrees is out of range: {least} to 180"));
        }
    };
    check_angle(path, "square", *square, 1);
    check_angle(path, "hex", *hex, 1);
    let Some(facing) = facing else { return };
    let path = path.field("facing");
    check_angle(&path, "front_square", facing.front_square, 0);
    check_angle(&path, "side_square", facing.side_square, facing.front_square);
    check_angle(&path, "front_hex", facing.front_hex, 0);
    check_angle(&path, "side_hex", facing.side_hex, facing.front_hex);
}
