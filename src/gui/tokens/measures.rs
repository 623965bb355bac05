//! Sizes and drawing order of the parts of a token.

/// Across the disc of a token in a cell of its own, before it is scaled.
pub const TOKEN: f32 = 56.0;

/// How far in front of its token each part is drawn; small beside the step from one row of cells to the next.
pub mod part {
    pub const SHADOW: f32 = 0.0;
    pub const DISC: f32 = 0.001;
    pub const FACING: f32 = 0.002;
    pub const FIGURE: f32 = 0.003;
    pub const MARK: f32 = 0.004;
    pub const BAR: f32 = 0.005;
    pub const FILL: f32 = 0.006;
    pub const ICON: f32 = 0.007;
}
