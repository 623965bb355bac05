//! The facings that can be chosen, by an action or as an answer.

use crate::battle::{CombatantId, Facing};
use crate::grid::Direction;
use crate::gui::keys::{KeyCommand, Keys};
use crate::resolution::{Act, Asks, Choice, Target};

/// The facings that can be chosen now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacingOffer {
    /// The combatant that turns.
    pub who: CombatantId,
    /// The facings to choose from.
    pub facings: Vec<Facing>,
    /// The action that sets the facing; `None` where the facing answers a question.
    action: Option<crate::content::Name>,
}

impl FacingOffer {
    /// The answer that chooses a facing.
    pub fn choice(&self, facing: Facing) -> Choice {
        match self.action {
            Some(action) => Choice::Act(Act { target: Target::Facing(facing), ..Act::own(action) }),
            None => Choice::Face(facing),
        }
    }

    /// The facings offered by a question.
    pub fn asked(who: CombatantId, asks: &Asks) -> Option<FacingOffer> {
        let Asks::Face { options } = asks else { return None };
        Some(FacingOffer { who, facings: options.clone(), action: None })
    }

    /// The facings of acts that can be chosen.
    pub fn of_acts(who: CombatantId, acts: &[Act]) -> Option<FacingOffer> {
        let facing = |act: &Act| match act.target {
            Target::Facing(facing) => Some(facing),
            _ => None,
        };
        let facings: Vec<Facing> = acts.iter().filter_map(facing).collect();
        let action = acts.first()?.action;
        (!facings.is_empty()).then_some(FacingOffer { who, facings, action: Some(action) })
    }

    /// The facing whose key was pressed.
    pub fn pressed(&self, shape: crate::grid::Shape, keys: &Keys) -> Option<Facing> {
        let is_pressed = |facing: &Facing| match facing {
            Facing::AllAround => keys.pressed(KeyCommand::FaceAllAround),
            Facing::Direction(dir) => keys.pressed(KeyCommand::facing(shape, Direction(*dir))),
            Facing::Towards(_) => false,
        };
        self.facings.iter().copied().find(is_pressed)
    }
}
