//! The energy of spells, their preparation, and the zones that they create.

use serde::{Deserialize, Serialize};

use crate::content::{ActionSpeed, Name};

/// A number for each component of a spell: the energy spent on it, or the minimum or maximum that may be spent.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Components {
    /// The energy spent on the strength of its effect.
    pub effect: u8,
    /// Its range: a step in the table of the rule system ([`MagicPolicy`](super::MagicPolicy)).
    pub range: u8,
    /// Its area: a step of the table of the rule system.
    pub area: u8,
    /// Its duration: a step of the table of the rule system.
    pub duration: u8,
}

worded! {
    /// A component of a spell on which energy is spent.
    pub enum Component: Copy { Effect => "effect", Range => "range", Area => "area", Duration => "duration" }
}

impl Components {
    fn place(&mut self, component: Component) -> &mut u8 {
        match component {
            Component::Effect => &mut self.effect,
            Component::Range => &mut self.range,
            Component::Area => &mut self.area,
            Component::Duration => &mut self.duration,
        }
    }

    /// The number of one component.
    pub fn of(mut self, component: Component) -> u8 {
        *self.place(component)
    }

    /// These components with the number of one replaced.
    pub fn with(mut self, component: Component, number: u8) -> Components {
        *self.place(component) = number;
        self
    }

    /// The sum of all components.
    pub fn total(self) -> i16 {
        Component::ALL.into_iter().map(|component| i16::from(self.of(component))).sum()
    }

    /// Whether each component is within the range from `least` to `most`.
    pub fn lies_within(self, least: Components, most: Components) -> bool {
        Component::ALL.into_iter().all(|of| (least.of(of)..=most.of(of)).contains(&self.of(of)))
    }
}

content! {
    /// How a spell is prepared before it is cast.
    pub struct Incantation {
        /// Its casting time.
        pub time: ActionSpeed,
        /// Its level: the difficulty of casting it while the caster is held.
        pub level: u8,
        /// Whether it stays active only while its caster concentrates on it.
        pub concentration: bool,
    }

    /// A step in preparing and casting a spell.
    pub enum Incant: Copy {
        /// The preparation begins.
        Begin,
        /// The spell is prepared.
        Finish,
        /// The preparation is abandoned.
        Abandon,
        /// A charge is put into the prepared spell.
        Charge,
        /// A charge is taken out of the prepared spell.
        Release,
        /// The spell was cast, or the attempt failed.
        Spend,
    }

    /// The kind of a zone, which lasts as long as its spell.
    pub enum ZoneKind: Copy {
        /// Fog, which conceals but does not block.
        Fog,
        /// Terrain with this name, such as a wall or a thicket, replaces the existing terrain.
        Ground(Name),
        /// An illusion of an obstacle.
        Illusion,
    }

    /// The shape of a zone.
    pub enum ZoneShape: Copy {
        /// The whole area of the spell.
        Around,
        /// A straight row of cells perpendicular to the line from the caster, to either side as long as the area's radius.
        Across,
    }
}

impl ZoneKind {
    /// The word players read.
    pub fn word(self) -> &'static str {
        match self {
            ZoneKind::Fog => "fog",
            ZoneKind::Ground(name) => name.as_str(),
            ZoneKind::Illusion => "illusion",
        }
    }
}
