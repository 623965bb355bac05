//! Derived components: what the schedule keeps true.

use crate::shown::ShownApp;
use crate::skirmish::*;
use warboard::ecs::{Flanked, Grappled, InCover, MovementRate, Reach, Threatened};
use warboard::grid::CoverGrade;

#[test] // TC-430, TC-029, TC-297
fn threats_flankers_cover_and_holds_are_kept_as_components() {
    let rules = time_count();
    let battle = skirmish(&rules, "A b C . .\n. . . . .\n. d o . E")
        .unit('b', dull())
        .unit('A', dull())
        .unit('C', dull())
        .unit('d', dull())
        .unit('E', dull().weapon("shortbow"))
        .rolls(&[1, 6, 6, 6, 6]);
    let (a, c, e) = (battle.id('A'), battle.id('C'), battle.id('E'));
    let shown = ShownApp::showing(&battle);
    assert_eq!(shown.of::<Threatened>(battle.id('b')).0, [a, c]);
    assert_eq!(shown.of::<Flanked>(battle.id('b')).0, Some((a, c)));
    assert_eq!(shown.of::<Flanked>(battle.id('d')).0, None);
    assert!(shown.of::<InCover>(battle.id('d')).0.contains(&(e, CoverGrade::Half)));
    assert_eq!(*shown.of::<Grappled>(battle.id('b')), Grappled::default());
    assert_eq!((shown.of::<Reach>(a).0, shown.of::<MovementRate>(a).0), (5, 20));
}

#[test] // TC-275, TC-302
fn a_hold_is_seen_from_both_ends() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', dull().unarmed()).unit('B', dull()).rolls(&[1, 6, 15]);
    battle.does('a', "grab", 'B');
    let (a, b) = (battle.id('a'), battle.id('B'));
    let shown = ShownApp::showing(&battle);
    assert_eq!(shown.of::<Grappled>(a).holding, [b]);
    assert_eq!(shown.of::<Grappled>(b).by, [a]);
}
