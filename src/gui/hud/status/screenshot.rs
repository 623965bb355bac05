//! Screenshots.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use crate::content::refusal::Refusal;
use crate::gui::home::WindowOptions;
use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::session::Notice;
use crate::gui::{Animating, home};

/// Adds the key that takes a screenshot.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (press, keep_drawing));
}

fn press(keys: Keys, mut commands: Commands) {
    if keys.pressed(KeyCommand::TakePicture) {
        commands.spawn(Screenshot::primary_window()).observe(save);
    }
}

/// Keeps frames coming until the screenshot is captured.
fn keep_drawing(pending: Query<(), With<Screenshot>>, mut animating: ResMut<Animating>) {
    if !pending.is_empty() {
        animating.note();
    }
}

/// Writes the screenshot and tells the player where.
fn save(taken: On<ScreenshotCaptured>, options: Res<WindowOptions>, mut notices: MessageWriter<Notice>) {
    let words = match write(&taken.image, &options.home.pictures()) {
        Ok(path) => format!("Screenshot saved to {}", path.display()),
        Err(why) => format!("Screenshot not saved: {why}"),
    };
    notices.write(Notice { refusal: Refusal::new(words, "".into()), who: None });
}

fn write(image: &Image, folder: &Path) -> Result<PathBuf, String> {
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
        let names: Vec<PathBuf> = (0..2).map(|_| write(&image, &pictures).expect("a file")).collect();
        assert_eq!(names, [pictures.join("warboard-0001.png"), pictures.join("warboard-0002.png")]);
        let bytes = fs::read(&names[0]).expect("a file");
        assert_eq!(&bytes[1..4], b"PNG");
    }
}
