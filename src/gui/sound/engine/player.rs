//! The thread that plays: it connects to the sound server, makes the sounds, and follows orders.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use bevy::prelude::*;

use super::effects::SoundEffect;
use super::mixer::{Samples, SoundOrder};
use super::music::Piece;
use super::server::Stream;
use crate::gui::sound::SoundState;

/// The sounds once they are made.
#[derive(Default, Debug)]
struct Made {
    effects: Vec<(SoundEffect, Samples)>,
    pieces: Vec<(Piece, Samples)>,
    wanted: Option<Piece>,
}

/// Sends sounds to the thread that plays them.
#[derive(Resource, Debug)]
pub struct Sounds {
    orders: Sender<SoundOrder>,
    made: Arc<Mutex<Made>>,
    state: Arc<Mutex<SoundState>>,
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FromWorld for Sounds {
    /// Starts the thread. Without a sound server it ends at once and makes no sounds.
    fn from_world(_: &mut World) -> Sounds {
        let (orders, taken) = mpsc::channel();
        let player = Sounds { orders, made: Arc::default(), state: Arc::new(Mutex::new(SoundState::Looking)) };
        let (made, state, orders) = (player.made.clone(), player.state.clone(), player.orders.clone());
        let thread = thread::Builder::new().name("sound".to_owned());
        let spawned = thread.spawn(move || {
            let ended = run(&made, &state, orders, &taken);
            *locked(&state) = SoundState::Silent(ended.err().unwrap_or_else(|| "it has ended".to_owned()));
        });
        if let Err(why) = spawned {
            *locked(&player.state) = SoundState::Silent(why.to_string());
        }
        player
    }
}

impl Sounds {
    /// Whether there is sound.
    pub(super) fn state(&self) -> SoundState {
        locked(&self.state).clone()
    }

    /// Follows an order that needs no samples. It is forgotten if there is no sound.
    pub(super) fn order(&self, order: SoundOrder) {
        _ = self.orders.send(order);
    }

    /// Plays an effect, if it is made already.
    pub(super) fn play(&self, effect: SoundEffect) {
        let made = locked(&self.made);
        if let Some((_, samples)) = made.effects.iter().find(|(made, _)| *made == effect) {
            self.order(SoundOrder::Play(samples.clone()));
        }
    }

    /// Plays a piece of music, as soon as it is made.
    pub(super) fn play_piece(&self, piece: Piece) {
        let mut made = locked(&self.made);
        made.wanted = Some(piece);
        if let Some((_, samples)) = made.pieces.iter().find(|(made, _)| *made == piece) {
            self.order(SoundOrder::Music(piece, samples.clone()));
        }
    }
}

fn run(
    made: &Arc<Mutex<Made>>,
    state: &Mutex<SoundState>,
    orders: Sender<SoundOrder>,
    taken: &Receiver<SoundOrder>,
) -> Result<(), String> {
    let stream = Stream::open()?;
    *locked(state) = SoundState::Plays;
    let maker = made.clone();
    let thread = thread::Builder::new().name("music".to_owned());
    thread.spawn(move || make(&maker, &orders)).map_err(|why| why.to_string())?;
    stream.play(taken)
}

/// Makes all sounds, the effects first, and begins the piece that is wanted once it is made.
fn make(made: &Mutex<Made>, orders: &Sender<SoundOrder>) {
    for effect in SoundEffect::ALL {
        let samples = effect.samples().into();
        locked(made).effects.push((effect, samples));
    }
    for piece in Piece::ALL {
        let samples: Samples = piece.samples().into();
        let mut made = locked(made);
        made.pieces.push((piece, samples.clone()));
        if made.wanted == Some(piece) {
            _ = orders.send(SoundOrder::Music(piece, samples));
        }
    }
}
