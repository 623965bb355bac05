//! The preparation of a spell before it is cast.

use serde::{Deserialize, Serialize};

use crate::content::speed::ActionSpeed;

/// How a spell is prepared before it is cast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Incantation {
    /// Its casting time.
    pub time: ActionSpeed,
    /// Its level: the difficulty of casting it while the caster is held.
    pub level: u8,
    /// Whether it stays active only while its caster concentrates on it.
    pub concentration: bool,
}

/// A step in preparing and casting a spell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Incant {
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
