//! Opening the window, and everything about the window itself: placement, frame rate, and the battle without a window.

mod headless;
mod open;
mod options;
mod pacing;
mod placement;

pub use headless::headless;
pub use open::{engine_plugins, install, run};
pub use options::{WindowError, WindowOptions};
pub use pacing::is_unaided;
pub use placement::WindowPlacement;
