//! The components of a spell on which energy is spent.

use serde::{Deserialize, Serialize};

/// A number for each component of a spell: the energy spent on it, or the least or most that may be spent.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Components {
    /// The energy spent on the strength of its effect.
    pub effect: u8,
    /// Its range: a step of the table of the rule system.
    pub range: u8,
    /// Its area: a step of the table of the rule system.
    pub area: u8,
    /// Its duration: a step of the table of the rule system.
    pub duration: u8,
}

/// A component of a spell on which energy is spent.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Component {
    /// The strength of the effect.
    Effect,
    /// The range.
    Range,
    /// The area.
    Area,
    /// The duration.
    Duration,
}

impl Component {
    /// All components.
    pub const ALL: [Component; 4] = [Component::Effect, Component::Range, Component::Area, Component::Duration];

    /// The word players read.
    pub fn word(self) -> &'static str {
        match self {
            Component::Effect => "effect",
            Component::Range => "range",
            Component::Area => "area",
            Component::Duration => "duration",
        }
    }
}

impl Components {
    /// The number of one component.
    pub fn of(self, component: Component) -> u8 {
        match component {
            Component::Effect => self.effect,
            Component::Range => self.range,
            Component::Area => self.area,
            Component::Duration => self.duration,
        }
    }

    /// These components with the number of one replaced.
    pub fn with(mut self, component: Component, number: u8) -> Components {
        *match component {
            Component::Effect => &mut self.effect,
            Component::Range => &mut self.range,
            Component::Area => &mut self.area,
            Component::Duration => &mut self.duration,
        } = number;
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
