/// How well a [`Tactician`](crate::control::Tactician) plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Only attacks and walks, and often misjudges what is best.
    Easy,
    /// Uses every option and sometimes misjudges what is best.
    Normal,
    /// Uses every option and always picks the one with the best score.
    Hard,
}
