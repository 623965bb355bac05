//! Windows that open over the screens: codex, help, settings, standing orders, and the confirmation before leaving.

pub mod codex;
pub mod file_changes;
pub mod help;
pub mod key_bindings;
pub mod leaving;
pub mod open_windows;
pub mod settings_form;
pub mod standing_orders;
pub mod windows;
