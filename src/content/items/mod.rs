//! Items: weapons, armour, shields, usable items and the venoms on weapons.

pub mod damage_types;
pub mod gear;
pub mod item;
