//! Riders and their mounts: climbing on and off, shared spaces.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::{Link, LinkId, LinkKind};
use warboard::content::{Name, Size, Trait, Unit};
use warboard::resolution::event::{Cause, Shift};
use warboard::resolution::{Act, BattleEvent, legal};

/// Strength 3, Athletics 2, Speed 2: rate 10, 8 action points twice a round. Size 5 on 2 x 2 cells, hooves. Not trained for combat.
pub fn untrained() -> Unit {
    let horse = fighter().has("Strength", 3).has("Athletics", 2).has("Speed", 2).rate(10).size(Size::Large);
    horse.weapon("hooves").with_trait(Trait::Mount).with_trait(Trait::NoHands)
}

/// The same, trained for combat.
pub fn horse() -> Unit {
    untrained().with_trait(Trait::TrainedMount)
}

impl Skirmish {
    /// Seats a combatant on a mount.
    pub fn seat(&mut self, rider: char, mount: char) -> &mut Skirmish {
        let (who, held, at, onto) =
            (self.id(rider), self.id(mount), self.row(rider).position, self.row(mount).position);
        let (id, rule) = (LinkId(900 + u32::from(who.0)), Name::new("test"));
        let link = Link::new(id, LinkKind::Ride, who, held);
        let shift = Shift { who, from: at.cell(), to: onto.cell(), extent: onto.extent, altitudes: (0, 0) };
        self.state.impose(&BattleEvent::LinkMade { link, rule });
        let bodies = [shift].into_iter().collect();
        self.state.impose(&BattleEvent::Displaced { bodies, cause: Cause::Step, rule });
        self
    }
}

const MEADOW: &str = "r h . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . E";

fn fighters() -> [(char, Unit, i16); 3] {
    [('r', fighter(), 9), ('h', horse(), 8), ('E', fighter(), 3)]
}

/// A rider r on a horse h.
fn mounted() -> Skirmish {
    let mut battle = battle(MEADOW, &fighters(), &[]);
    battle.act_on('r', "mount", 'h').no_interrupts();
    battle
}

fn space(battle: &Skirmish, mark: char) -> (i16, i16, u8) {
    let position = battle.row(mark).position;
    (position.x, position.y, position.extent)
}

#[test] // HD-274, HD-G06, HD-G59
fn a_rider_has_the_cells_of_its_mount() {
    let mut battle = mounted();
    assert_eq!((space(&battle, 'r'), space(&battle, 'h')), ((1, 0, 2), (1, 0, 2)));
    assert_eq!((battle.points('r'), battle.points('h')), (2, 8), "4 points, of the rider alone");
    let lines = battle.log_lines();
    assert!(lines.iter().any(|line| line.contains("r rides on h") && line.contains("HD-274")), "{lines:?}");
    assert!(!battle.has('r', "grappling") && !battle.has('h', "grappling"), "a ride is no hold");
}

#[test] // HD-G59
fn the_mount_moves_with_its_rider_and_the_rider_not_by_itself() {
    let mut battle = mounted();
    let refused = battle.refused_walk('r', &[(0, 1)]).to_string();
    assert!(refused.contains("its mount moves") && refused.contains("HD-G59"), "{refused}");
    battle.end_turn('r').walk('h', &[(2, 1), (3, 2)]).no_interrupts();
    assert_eq!((space(&battle, 'r'), space(&battle, 'h')), ((3, 2, 2), (3, 2, 2)));
}

#[test] // HD-274
fn climbing_off_costs_as_much_and_ends_beside_the_mount() {
    let climber = fighter().has("Speed", 2);
    let mut battle = battle(MEADOW, &[('r', climber, 9), ('h', horse(), 8), ('E', fighter(), 3)], &[]);
    battle.act_on('r', "mount", 'h').no_interrupts();
    battle.perform('r', "dismount").no_interrupts();
    let (x, y, extent) = space(&battle, 'r');
    assert_eq!(extent, 1);
    assert!(!(1..=2).contains(&x) || !(0..=1).contains(&y), "not in the space of the horse: {x}, {y}");
    assert!((0..=3).contains(&x) && (0..=2).contains(&y), "but next to it: {x}, {y}");
    assert_eq!(battle.points('r'), 0);
    let refused = battle.refused_action('r', "dismount").to_string();
    assert!(refused.contains("point") || refused.contains("rides on nothing"), "{refused}");
}

fn may_mount(rider: Unit, mount: Unit) -> Result<(), String> {
    let battle = battle("r h .\n. . .\n. . E", &[('r', rider, 9), ('h', mount, 8), ('E', fighter(), 3)], &[]);
    let act = Act::at("mount", battle.id('h'), None);
    legal::check(battle.snapshot().view(), &heroes(), battle.id('r'), &act).map_err(|why| why.to_string())
}

#[test] // HD-387, HD-388
fn a_mount_is_at_least_as_large_as_its_rider() {
    let small = || horse().size(Size::Medium);
    assert!(may_mount(fighter(), horse()).is_ok());
    assert!(may_mount(fighter(), small()).is_ok(), "of the same Size");
    assert!(may_mount(fighter().has("Build", -1), small()).is_ok());
    let refused = may_mount(fighter().has("Build", 1), small()).expect_err("too small");
    assert!(refused.contains("too small") && refused.contains("HD-387"), "{refused}");
    assert!(may_mount(fighter(), horse().size(Size::Huge)).is_ok(), "9 Sizes larger");
    assert!(may_mount(fighter(), fighter().size(Size::Large)).is_err_and(|why| why.contains("cannot be ridden")));
}

#[test] // HD-387, HD-G59
fn a_mount_has_one_rider_and_a_rider_one_mount() {
    let map = "r h . s\n. . . .\n. k . .\n. . . E";
    let all = [
        ('r', fighter().has("Speed", 2), 9),
        ('h', horse(), 8),
        ('s', fighter(), 7),
        ('k', horse(), 6),
        ('E', fighter(), 3),
    ];
    let mut battle = battle(map, &all, &[]);
    battle.act_on('r', "mount", 'h').no_interrupts();
    let refused = |who: char, mount: char| {
        let act = Act::at("mount", battle.id(mount), None);
        legal::check(battle.snapshot().view(), &heroes(), battle.id(who), &act).map_err(|why| why.to_string())
    };
    assert!(refused('s', 'h').is_err_and(|why| why.contains("ridden already")));
    assert!(refused('r', 'k').is_err_and(|why| why.contains("rides or is ridden already")));
    assert!(refused('s', 'r').is_err());
}

#[test] // HD-G59
fn neither_rider_nor_mount_lies_down_or_crouches() {
    let mut battle = mounted();
    for who in ['r', 'h'] {
        for posture in ["go_prone", "crouch"] {
            let refused = battle.refused_action(who, posture).to_string();
            assert!(refused.contains("while riding"), "{refused}");
        }
        battle.end_turn(who);
    }
}

#[test] // HD-G59
fn the_rider_comes_off_a_mount_that_is_down_and_falls_off_when_it_is_down_itself() {
    let comes_off = |mut battle: Skirmish| {
        let lines = battle.log_lines();
        assert!(lines.iter().any(|line| line.contains("r no longer rides on h")), "{lines:?}");
        assert_eq!(battle.row('r').position.extent, 1);
        let view = battle.snapshot().view();
        let [own, its] = ['r', 'h'].map(|mark| view.footprint(battle.id(mark)));
        assert!(!own.overlaps(view.shape(), its), "{own:?} {its:?}");
    };
    let mut battle = mounted();
    battle.afflict('h', "unconscious").end_turn('r');
    comes_off(battle);
    let mut battle = mounted();
    battle.end_turn('r').afflict('r', "unconscious").walk('h', &[(2, 0)]);
    comes_off(battle);
}

#[test] // HD-G59
fn a_rider_that_is_tripped_falls_off() {
    let (steed, ogre) = (horse().has("Build", -2), fighter().size(Size::Large).has("Build", -2));
    let near = [('r', fighter(), 9), ('h', steed, 8), ('E', ogre, 3)];
    let mut battle = battle("r h . E .\n. . . . .", &near, &[&standard(5)]);
    battle.act_on('r', "mount", 'h').no_interrupts().end_turn('r').end_turn('h');
    battle.act_on('E', "trip", 'r').no_interrupts();
    assert!(battle.has('r', "prone"));
    assert_eq!(battle.row('r').position.extent, 1);
    assert_eq!(space(&battle, 'h'), (1, 0, 2));
}
