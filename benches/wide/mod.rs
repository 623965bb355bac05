//! Battles of any size on maps of any size, and their processor time.

#![allow(dead_code, reason = "each benchmark takes what it needs of this")]

use std::fmt::Write;
use std::time::Duration;

use cpu_time::ThreadTime;
use warboard::batch::Job;
use warboard::control::{Seats, answer_one};
use warboard::dice::Dice;
use warboard::resolution::BattleState;
use warboard::resolution::BattleStatus;

use crate::ground::FIELD;

/// Four against four behind walls in the north-western corner of a map of this width: an identical battle on every map.
pub fn walled(side: usize) -> String {
    let field = rows_of_the_field();
    let within = field.len() + 2;
    redrawn(side, |x, y| match (x, y) {
        _ if x >= within || y >= within => '.',
        _ if x == 0 || y == 0 || x == within - 1 || y == within - 1 => '#',
        _ => field[y - 1][x - 1],
    })
}

/// The same field in the middle of a meadow of this width.
pub fn open(side: usize) -> String {
    let field = rows_of_the_field();
    let edge = side.saturating_sub(field.len()) / 2;
    let within = edge..edge + field.len();
    redrawn(side, |x, y| match within.contains(&x) && within.contains(&y) {
        true => field[y - edge][x - edge],
        false => '.',
    })
}

fn rows_of_the_field() -> Vec<Vec<char>> {
    let map = FIELD.split_once("map: [").and_then(|(_, rest)| rest.split_once(']')).unwrap().0;
    map.lines().filter_map(|line| line.split('"').nth(1)).map(|row| row.chars().collect()).collect()
}

fn redrawn(side: usize, cell: impl Fn(usize, usize) -> char) -> String {
    let (before, rest) = FIELD.split_once("map: [").unwrap();
    let after = rest.split_once(']').unwrap().1.replacen("legend: {", "legend: { \"#\": \"wall\",", 1);
    format!("{before}map: [{}]{after}", drawn(side, cell))
}

fn drawn(side: usize, cell: impl Fn(usize, usize) -> char) -> String {
    let row = |y: usize| format!("\"{}\",", (0..side).map(|x| cell(x, y)).collect::<String>());
    (0..side).map(row).collect()
}

/// Armies of swordsmen, spearmen, knights and archers at a distance, on a map of this width with scattered thickets.
pub fn hosts(each: usize, side: usize, apart: usize) -> String {
    const UNITS: [&str; 4] = ["swordsman", "spearman", "knight", "archer"];
    let (west, east) = ((side - apart) / 2, (side - apart) / 2 + apart);
    let top = (side - each.div_ceil(4).min(side)) / 2;
    let place = |x: usize, y: usize| {
        let rank =
            if x < west && x + 4 >= west { west - 1 - x } else { x.checked_sub(east).filter(|rank| *rank < 4)? };
        let at = y.checked_sub(top)? * 4 + rank;
        (at < each).then(|| char::from(if x < west { b'a' } else { b'e' } + rank as u8))
    };
    let ground = |x: usize, y: usize| if (x * 7 + y * 13).is_multiple_of(41) { 't' } else { '.' };
    let map = drawn(side, |x, y| place(x, y).unwrap_or_else(|| ground(x, y)));
    let mut sides = String::new();
    for (name, facing, first) in [("West", "East", b'a'), ("East", "West", b'e')] {
        let _ = write!(sides, "(name: \"{name}\", control: Ai, units: [");
        for (unit, mark) in UNITS.iter().zip(first..).take(each) {
            let _ = write!(sides, "(unit: \"{unit}\", at: Mark(\"{}\"), facing: {facing}),", char::from(mark));
        }
        sides += "]),";
    }
    let marks: String =
        ('a'..='h').filter(|mark| map.contains(*mark)).map(|mark| format!("\"{mark}\": \"grass\",")).collect();
    format!(
        "(name: \"Hosts\", about: \"{each} against {each}.\", shape: Square, map: [{map}], \
         legend: {{ \".\": \"grass\", \"t\": \"thicket\" }}, marks: {{ {marks} }}, sides: [{sides}])"
    )
}

/// The progress of a battle and its processor time.
pub struct Course {
    pub activations: u64,
    pub time: Duration,
    pub checksum: u64,
}

impl Course {
    /// Processor time per activation in microseconds.
    pub fn micros(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / self.activations.max(1) as f64
    }
}

/// Plays up to a number of activations or the end of the battle.
pub fn fought(job: &Job, seats: &mut Seats, most: u64) -> Course {
    let mut world = BattleState::begin(job.setup.clone(), Dice::seeded(job.seed, 0));
    let watch = ThreadTime::now();
    while world.activations() < most {
        if let BattleStatus::Over(_) = answer_one(&mut world, seats).unwrap() {
            break;
        }
    }
    let time = watch.elapsed();
    Course { activations: world.activations(), time, checksum: world.checksum() }
}
