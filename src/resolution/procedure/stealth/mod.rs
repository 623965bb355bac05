//! Hiding, and finding those who hide.

pub mod hide_seek;
