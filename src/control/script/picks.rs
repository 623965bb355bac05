//! The words of entries that answer questions: options, items and facings.

use serde::Deserialize;

use super::{EntryError, EntryReader, Line, find};
use crate::battle::{Facing, GearPiece};
use crate::content::{Fallen, Stat};
use crate::resolution::Pick;

#[derive(Clone, Debug, Deserialize)]
pub(super) enum PickWord {
    Yes,
    No,
    Defence(Stat),
    Action(String),
    Ally(String),
    TheirAttacks,
    TheirDefence,
    Target,
    /// A weapon of the target by its id, or `shield` or `armor`.
    Item(String),
    Take,
    Fling,
    Points(i16),
    /// The cells that a combatant moves along with a mover, and those by which the movement is shorter.
    Cling(u16, u16),
    /// The level of a wound, from 1 for the lightest, and the fate of a target that would fall unconscious by it.
    Wound(u8, Fallen),
}

#[derive(Clone, Debug, Deserialize)]
pub(super) enum FaceWord {
    AllAround,
    Towards(u8),
    At(String),
}

impl EntryReader<'_> {
    pub(super) fn pick(&self, line: &Line, options: &[Pick]) -> Result<Pick, EntryError> {
        Ok(match &line.pick {
            Some(PickWord::No) | None => Pick::No,
            Some(PickWord::Yes) => Pick::Yes,
            Some(PickWord::Defence(stat)) => Pick::Defence(*stat),
            Some(PickWord::Action(word)) => Pick::Action(word.as_str().into()),
            Some(PickWord::Ally(word)) => Pick::Ally(self.named(word, "pick")?),
            Some(PickWord::TheirAttacks) => Pick::TheirAttacks,
            Some(PickWord::TheirDefence) => Pick::TheirDefence,
            Some(PickWord::Target) => {
                let target = options.iter().find(|pick| matches!(pick, Pick::Target(_)));
                *target.ok_or((Some("pick"), "no target is asked for".to_owned(), None))?
            }
            Some(PickWord::Item(word)) => self.item(word, options)?,
            Some(PickWord::Take) => Pick::Take,
            Some(PickWord::Fling) => Pick::Fling,
            Some(PickWord::Points(some)) => Pick::Points(*some),
            Some(PickWord::Cling(along, shorter)) => Pick::Cling { along: *along, shorter: *shorter },
            Some(PickWord::Wound(level, fallen)) => Pick::Wound { level: *level, fallen: *fallen },
        })
    }

    fn item(&self, word: &str, options: &[Pick]) -> Result<Pick, EntryError> {
        let id = |pick: &Pick| match pick {
            Pick::Item(_, GearPiece::Shield) => Some("shield"),
            Pick::Item(_, GearPiece::Armor) => Some("armor"),
            Pick::Item(bearer, GearPiece::Weapon(slot)) => {
                self.view.row(*bearer).sheet.weapon(*slot).map(|entry| entry.weapon.id.as_str())
            }
            _ => None,
        };
        find(("pick", "thing"), word, options.iter().filter_map(|pick| Some((id(pick)?, *pick))))
    }

    pub(super) fn face(&self, line: &Line) -> Result<Facing, EntryError> {
        Ok(match &line.face {
            None | Some(FaceWord::AllAround) => Facing::AllAround,
            Some(FaceWord::Towards(direction)) => Facing::Direction(*direction),
            Some(FaceWord::At(word)) => Facing::Towards(self.named(word, "face")?),
        })
    }
}
