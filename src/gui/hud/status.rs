//! Short-lived information about the program: messages, loading, screenshots.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Area, Frame, Id, Label, Order, RichText, Stroke};

use super::layout::Regions;
use super::state::Hud;
use super::style;
use crate::content::Refusal;
use crate::gui::board::Art;
use crate::gui::home::WindowOptions;
use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::session::Notice;
use crate::gui::settings::Settings;
use crate::gui::{Animating, home};

/// Frames after the last image was loaded until the renderer has it.
const MORE: u8 = 3;

/// Frames since the last image was loaded.
#[derive(Resource, Default, Debug)]
pub struct Loading(u8);

impl Loading {
    /// Whether images are still loading.
    pub fn is_loading(&self) -> bool {
        self.0 < MORE
    }
}

pub fn watch_loading(
    art: Res<Art>,
    server: Res<AssetServer>,
    mut loading: ResMut<Loading>,
    mut animating: ResMut<Animating>,
) {
    if loading.is_loading() {
        animating.note();
        loading.0 = if art.is_loading(&server) { 0 } else { loading.0 + 1 };
    }
}

pub fn show_loading(mut contexts: EguiContexts) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let all = ctx.content_rect();
    Area::new(Id::new("loading")).fixed_pos(all.min).order(Order::Foreground).fade_in(false).show(&ctx, |ui| {
        ui.painter().rect_filled(all, 0.0, style::WELL);
        ui.allocate_ui_with_layout(all.size(), egui::Layout::top_down(egui::Align::Center), |ui| {
            ui.add_space(all.height() * 0.45);
            ui.label(RichText::new("Loading...").color(style::GOLD).size(24.0));
        });
    });
    Ok(())
}

/// Seconds a message stays at least, and per character.
const STAYS: (f32, f32) = (4.0, 0.06);

#[derive(Debug)]
struct Toast {
    words: String,
    /// Seconds it still stays.
    left: f32,
    /// Whether it is about a combatant, and so for the side that controls it only.
    is_private: bool,
}

/// The visible messages, newest last.
#[derive(Resource, Default, Debug)]
pub struct Toasts(Vec<Toast>);

/// Takes in new messages. Private ones are dropped when the window passes to another player.
pub fn gather_toasts(
    In(hidden): In<bool>,
    mut notices: MessageReader<Notice>,
    settings: Res<Settings>,
    mut toasts: ResMut<Toasts>,
    mut was: Local<bool>,
) {
    if hidden && !*was {
        toasts.0.retain(|toast| !toast.is_private);
    }
    *was = hidden;
    for notice in notices.read() {
        let refusal = &notice.refusal;
        let words = settings.reason(refusal);
        toasts.0.retain(|known| known.words != words);
        let left = STAYS.0.max(STAYS.1 * words.len() as f32);
        toasts.0.push(Toast { words, left, is_private: notice.who.is_some() });
    }
}

pub fn show_toasts(
    mut contexts: EguiContexts,
    time: Res<Time>,
    hud: Res<Hud>,
    mut toasts: ResMut<Toasts>,
    mut animating: ResMut<Animating>,
) -> Result {
    if toasts.0.is_empty() {
        return Ok(());
    }
    animating.note();
    for toast in &mut toasts.0 {
        // A long frame has shown nothing in that time.
        toast.left -= time.delta_secs().min(0.25);
    }
    toasts.0.retain(|toast| toast.left > 0.0);
    let ctx = contexts.ctx_mut()?;
    let top = Regions::of(ctx.content_rect(), &hud).lesson.bottom() + 12.0;
    let area = Area::new(Id::new("toasts")).anchor(Align2::CENTER_TOP, egui::vec2(0.0, top));
    area.order(Order::Tooltip).interactable(false).show(ctx, |ui| {
        for toast in toasts.0.iter().rev().take(4).rev() {
            let frame = Frame::new().fill(style::PANEL).stroke(Stroke::new(1.0, style::TIRED)).corner_radius(4);
            frame.inner_margin(8).show(ui, |ui| {
                ui.set_max_width(520.0);
                ui.add(Label::new(RichText::new(&toast.words)).wrap());
            });
        }
    });
    Ok(())
}

pub fn take_screenshot(keys: Keys, mut commands: Commands) {
    if keys.pressed(KeyCommand::TakePicture) {
        commands.spawn(Screenshot::primary_window()).observe(save_screenshot);
    }
}

pub fn await_screenshot(pending: Query<(), With<Screenshot>>, mut animating: ResMut<Animating>) {
    if !pending.is_empty() {
        animating.note();
    }
}

fn save_screenshot(taken: On<ScreenshotCaptured>, options: Res<WindowOptions>, mut notices: MessageWriter<Notice>) {
    let words = match write_screenshot(&taken.image, &options.home.pictures()) {
        Ok(path) => format!("Screenshot saved to {}", path.display()),
        Err(why) => format!("Screenshot not saved: {why}"),
    };
    notices.write(Notice { refusal: Refusal::new(words, "".into()), who: None });
}

fn write_screenshot(image: &Image, folder: &Path) -> Result<PathBuf, String> {
    fs::create_dir_all(folder).map_err(|why| why.to_string())?;
    let path = home::first_free(|number| folder.join(format!("warboard-{number:04}.png")));
    let picture = image.clone().try_into_dynamic().map_err(|why| why.to_string())?;
    // The alpha channel is dropped: what lies behind the window is not part of the screenshot.
    picture.to_rgb8().save(&path).map_err(|why| why.to_string())?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use bevy::asset::RenderAssetUsages;
    use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

    use super::*;

    #[test]
    fn pictures_are_numbered_and_none_is_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let size = Extent3d { width: 3, height: 2, depth_or_array_layers: 1 };
        let pixel = [10, 20, 30, 255];
        let format = TextureFormat::Rgba8UnormSrgb;
        let image = Image::new_fill(size, TextureDimension::D2, &pixel, format, RenderAssetUsages::default());
        let pictures = folder.path().join("screenshots");
        let names: Vec<PathBuf> = (0..2).map(|_| write_screenshot(&image, &pictures).expect("a file")).collect();
        assert_eq!(names, [pictures.join("warboard-0001.png"), pictures.join("warboard-0002.png")]);
        let bytes = fs::read(&names[0]).expect("a file");
        assert_eq!(&bytes[1..4], b"PNG");
    }
}
