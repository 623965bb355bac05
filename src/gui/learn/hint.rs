//! The concepts that are explained when they first matter.

use serde::{Deserialize, Serialize};

/// Defines [`Hint`] with the title and the words of each concept.
macro_rules! hints {
    ($($(#[$about:meta])* $hint:ident $title:literal, $words:literal;)+) => {
        /// A concept that a note explains when it first matters in a battle.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Hint {
            $($(#[$about])* $hint,)+
        }

        impl Hint {
            /// All concepts; of several that matter at once, the first is explained first.
            pub const ALL: &[Hint] = &[$(Hint::$hint),+];

            /// The title and the words of the note.
            pub fn words(self) -> (&'static str, &'static str) {
                match self {
                    $(Hint::$hint => ($title, $words),)+
                }
            }
        }
    };
}

hints! {
    /// The player is asked whether to react.
    Reaction "A reaction",
        "An enemy has done something that this unit may answer at once, out of turn. The panel below says what it would do and what it \
         costs. Automatic answers are set under Orders.";
    /// The player is asked for a defence.
    Defence "Choose a defence",
        "This unit is attacked and may defend itself. Each card shows the chance that the attack still hits, and what the defence costs.";
    /// A combatant of the player is flanked.
    Flanked "Flanked",
        "Two enemies stand on opposite sides of one of your units: a violet line marks them. A flanked unit is easier to hit. Step out \
         from between them, or bring a friend.";
    /// A combatant of the player holds another or is held.
    Grapple "A hold",
        "One unit has taken hold of another. A held unit cannot walk away and defends itself badly until it breaks free: look at the \
         actions for wrestling.";
    /// A combatant of the player cannot fight on.
    Fallen "Out of the fight",
        "One of your units cannot fight on. Its card says whether it is asleep, dying or dead; a dying friend can often be saved by a \
         unit beside it.";
    /// A path leads past an enemy that may react.
    Provoked "An enemy may react",
        "A red mark on the path shows a step that lets an enemy strike at once. Point at the end of the path for its chance, or walk \
         around.";
    /// A target has cover.
    Cover "Cover",
        "Something stands between attacker and target, and makes the target harder to hit. The line to the target is yellow with cover \
         and red if it cannot be hit at all.";
    /// A target is out of reach, and a click walks up to it.
    Approach "Out of reach",
        "This enemy is too far away to hit from here. A click walks towards it first; Esc or a right click stops the walk.";
    /// A forecast is shown.
    Forecast "The forecast",
        "The number at the target is your chance to hit. Rest the pointer there for a moment to see every term of the roll and the rule \
         behind it. The log shows the same terms after the roll.";
    /// Several combatants act on one count.
    Simultaneous "At the same time",
        "Several units act on this count. All of them choose first, then everything happens at once: a unit that falls now still \
         strikes.";
    /// A combatant of the player has a condition.
    Condition "A condition",
        "The small badge on a unit is a condition that changes its numbers. Point at the badge to read what it does and how it ends.";
    /// Standing orders answer questions for the player.
    Orders "Your standing orders",
        "Routine questions, such as reactions with a good chance, are answered for you. Read and change the answers under Orders; the \
         settings say whether a battle begins with them.";
}
