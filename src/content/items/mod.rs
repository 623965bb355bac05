//! Items: weapons, armour, shields, usable items, the venoms on weapons, and objects that can be damaged.

pub mod damage_types;
pub mod gear;
pub mod item;
pub mod kind;
pub mod thing;
