//! What all overlays share: drawings, labels, areas, and what they read.

pub mod area;
mod callout;
mod drawings;
mod labels;
mod params;

pub use callout::{Callout, CalloutAnchor, Callouts};
pub use drawings::{Overlay, OverlayDrawings};
pub use labels::{OverlayLabel, OverlayLabels, enlarge};
pub use params::{OverlayParams, OverlaySettings};
