//! The style of all panels: dark parchment, ivory text, gold for what can be clicked.

use bevy_egui::egui::style::{ScrollStyle, Selection, WidgetVisuals};
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Margin, Rgba, RichText, Shadow, Stroke, TextStyle, Visuals,
};

use bevy::color::ColorToPacked;

use crate::battle::Side;
use crate::gui::theme;

pub const PANEL: Color32 = Color32::from_rgb(0x27, 0x22, 0x1c);
pub const CARD: Color32 = Color32::from_rgb(0x33, 0x2d, 0x25);
/// Background of input fields and other recessed areas.
pub const WELL: Color32 = Color32::from_rgb(0x1d, 0x19, 0x15);
pub const EDGE: Color32 = Color32::from_rgb(0x5c, 0x4d, 0x39);
pub const INK: Color32 = Color32::from_rgb(0xec, 0xe2, 0xcc);
pub const FAINT: Color32 = Color32::from_rgb(0xb3, 0xa5, 0x8c);
/// Colour of clickable words and rule ids.
pub const GOLD: Color32 = Color32::from_rgb(0xe2, 0xb8, 0x60);
/// Colour of what a lesson highlights; no mark on the board has it.
pub const SPOTLIGHT: Color32 = Color32::from_rgb(0xff, 0xe9, 0x3b);
pub const GOOD: Color32 = Color32::from_rgb(0x8f, 0xd0, 0x86);
pub const BAD: Color32 = Color32::from_rgb(0xee, 0x7d, 0x69);
pub const MAGIC: Color32 = Color32::from_rgb(0x7a, 0x6c, 0xd8);
pub const TIRED: Color32 = Color32::from_rgb(0xe8, 0xb0, 0x4b);

/// Contrast ratio at which text is readable (WCAG AA).
const READABLE: f32 = 4.5;

/// The colour of a side on panels, lightened until it is readable.
pub fn side(side: Side) -> Color32 {
    let mut colour = colour(theme::side(side));
    while contrast(colour, CARD) < READABLE {
        colour = colour.lerp_to_gamma(Color32::WHITE, 0.08);
    }
    colour
}

/// Contrast ratio of two colours, from 1 to 21.
fn contrast(a: Color32, b: Color32) -> f32 {
    let lightness = |colour: Color32| Rgba::from(colour).intensity() + 0.05;
    let (a, b) = (lightness(a), lightness(b));
    a.max(b) / a.min(b)
}

pub fn colour(colour: bevy::prelude::Color) -> Color32 {
    let [red, green, blue, alpha] = colour.to_srgba().to_u8_array();
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

/// The text style of big figures, such as the chance to hit.
pub fn big() -> TextStyle {
    TextStyle::Name("big".into())
}

pub fn heading(words: impl Into<String>) -> RichText {
    RichText::new(words).color(GOLD).size(17.0)
}

/// Applies the style at a scale in percent.
pub fn apply(ctx: &egui::Context, scale: u16) {
    ctx.set_zoom_factor(f32::from(scale) / 100.0);
    // A click counts however long the button is held: frames of a slow machine may be far apart.
    ctx.options_mut(|options| options.input_options.max_click_duration = f64::INFINITY);
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, FontId::proportional(14.0)),
            (TextStyle::Body, FontId::proportional(15.0)),
            (TextStyle::Button, FontId::proportional(15.0)),
            (TextStyle::Monospace, FontId::monospace(14.0)),
            (TextStyle::Heading, FontId::proportional(20.0)),
            (big(), FontId::proportional(34.0)),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(6.0, 4.0);
        style.spacing.button_padding = egui::vec2(7.0, 3.0);
        style.spacing.window_margin = Margin::same(10);
        style.spacing.menu_margin = Margin::same(8);
        style.spacing.tooltip_width = 380.0;
        style.spacing.scroll = ScrollStyle::solid();
        // Frames are only drawn when something happens: a delay would never end.
        style.interaction.tooltip_delay = 0.0;
        style.interaction.show_tooltips_only_when_still = false;
        style.interaction.selectable_labels = false;
        style.visuals = visuals();
        // Marks of the timeline move to where others were.
        #[cfg(debug_assertions)]
        {
            style.debug.warn_if_rect_changes_id = false;
        }
    });
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.panel_fill = PANEL;
    visuals.window_fill = PANEL;
    visuals.window_stroke = Stroke::new(1.0, EDGE);
    visuals.window_corner_radius = CornerRadius::same(5);
    visuals.menu_corner_radius = CornerRadius::same(5);
    visuals.window_shadow = Shadow { offset: [0, 4], blur: 14, spread: 0, color: Color32::from_black_alpha(120) };
    visuals.popup_shadow = Shadow { offset: [0, 2], blur: 8, spread: 0, color: Color32::from_black_alpha(110) };
    visuals.extreme_bg_color = WELL;
    visuals.faint_bg_color = CARD;
    visuals.code_bg_color = WELL;
    visuals.hyperlink_color = GOLD;
    visuals.warn_fg_color = TIRED;
    visuals.error_fg_color = BAD;
    visuals.weak_text_color = Some(FAINT);
    visuals.selection = Selection { bg_fill: Color32::from_rgb(0x6d, 0x55, 0x26), stroke: Stroke::new(1.0, INK) };
    // Frames are only drawn when something happens: a blinking cursor would keep the window busy.
    visuals.text_cursor.blink = false;
    let widget = |fill: Color32, edge: Color32, ink: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, edge),
        corner_radius: CornerRadius::same(4),
        fg_stroke: Stroke::new(1.0, ink),
        expansion: 0.0,
    };
    visuals.widgets.noninteractive = widget(PANEL, EDGE, INK);
    visuals.widgets.inactive = widget(Color32::from_rgb(0x41, 0x38, 0x2c), EDGE, INK);
    visuals.widgets.hovered = widget(Color32::from_rgb(0x55, 0x48, 0x36), GOLD, Color32::WHITE);
    visuals.widgets.active = widget(Color32::from_rgb(0x6d, 0x55, 0x26), GOLD, Color32::WHITE);
    visuals.widgets.open = widget(Color32::from_rgb(0x4a, 0x3f, 0x30), GOLD, INK);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::theme::Palette;

    #[test]
    fn the_words_of_every_side_can_be_read_in_every_palette() {
        for palette in Palette::ALL {
            theme::set_palette(palette);
            for number in 0..4 {
                let words = side(Side(number));
                assert!(contrast(words, CARD) >= READABLE && words != Color32::WHITE, "{palette:?} {number}");
            }
        }
        theme::set_palette(Palette::Usual);
    }
}
