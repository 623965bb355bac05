//! Pictures of the window, kept as files.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use crate::content::refusal::Refusal;
use crate::gui::Animating;
use crate::gui::home;
use crate::gui::keys::{Command, Keys};
use crate::gui::screens::Launch;
use crate::gui::session::Notice;

/// Takes a picture when its key is pressed.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (press, wait));
}

fn press(keys: Keys, mut commands: Commands) {
    if keys.pressed(Command::TakePicture) {
        commands.spawn(Screenshot::primary_window()).observe(keep);
    }
}

/// The picture comes back with a later frame.
fn wait(pending: Query<(), With<Screenshot>>, mut animating: ResMut<Animating>) {
    if !pending.is_empty() {
        animating.note();
    }
}

/// Writes the picture and says where it is.
fn keep(taken: On<ScreenshotCaptured>, launch: Res<Launch>, mut notices: MessageWriter<Notice>) {
    let words = match write(&taken.image, &launch.0.home.pictures()) {
        Ok(path) => format!("The picture is kept in {}", path.display()),
        Err(why) => format!("The picture is not kept: {why}"),
    };
    notices.write(Notice { refusal: Refusal::new(words, "".into()), who: None });
}

fn write(image: &Image, folder: &Path) -> Result<PathBuf, String> {
    fs::create_dir_all(folder).map_err(|why| why.to_string())?;
    let path = home::first_free(|number| folder.join(format!("warboard-{number:04}.png")));
    let picture = image.clone().try_into_dynamic().map_err(|why| why.to_string())?;
    // What is behind the window is no part of the picture.
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
