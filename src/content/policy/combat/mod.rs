//! Policies for attacks, defences, damage, cover, flanking, sight and shared spaces.

mod attack;
mod consciousness;
mod cover;
mod damage;
mod flanking;
mod push;
mod sight;
mod space;

pub use attack::*;
pub use consciousness::*;
pub use cover::*;
pub use damage::*;
pub use flanking::*;
pub use push::*;
pub use sight::*;
pub use space::*;
