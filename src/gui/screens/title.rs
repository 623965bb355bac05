//! The start screen.

use bevy::prelude::*;

use super::Screen;
use crate::gui::session::Next;

/// What belongs to the start screen.
#[derive(Component)]
struct Title;

/// Shows the start screen, or goes on at once if a battle was named.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), (skip, show))
        .add_systems(OnExit(Screen::Title), hide);
}

fn skip(next: Option<Res<Next>>, mut screen: ResMut<NextState<Screen>>) {
    if next.is_some() {
        screen.set(Screen::Battle);
    }
}

fn show(mut commands: Commands, server: Res<AssetServer>) {
    commands.spawn((Title, Sprite::from_image(server.load("art/title.png")), Transform::from_xyz(0.0, 160.0, 0.0)));
}

fn hide(mut commands: Commands, shown: Query<Entity, With<Title>>) {
    for entity in &shown {
        commands.entity(entity).despawn();
    }
}
