//! The connection to the sound server of the system. It is looked for when the program starts: PulseAudio, or PipeWire, which
//! speaks its protocol. Nothing of it is needed to build the program.

use std::env;
use std::fs;
use std::io;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError};

use super::messages::{Message, Received, VERSION, command, receive, send_samples};
use super::mixer::{Mixer, SoundOrder};
use super::synth::RATE;

/// Bytes of a sample, and bytes that wait at the server: a delay of 80 milliseconds.
const BYTES: usize = 2;
const WAITING: u32 = RATE * 2 * 80 / 1000;

/// Bytes of silence sent before the stream is halted until the next order.
const PATIENCE: usize = RATE as usize * BYTES;

/// Bytes of the secret that shows that the program belongs to the user.
const COOKIE: usize = 256;

/// The stream of samples to the server.
pub struct Stream {
    socket: UnixStream,
    channel: u32,
    /// Bytes that the server wants.
    wanted: usize,
}

/// A path below a folder that the environment names.
fn below(variable: &str, rest: &str) -> Option<PathBuf> {
    env::var_os(variable).map(|folder| PathBuf::from(folder).join(rest))
}

/// The sockets at which a server may listen, likeliest first.
fn sockets() -> impl Iterator<Item = PathBuf> {
    let named = env::var_os("PULSE_SERVER").and_then(|server| server.into_string().ok());
    let named = named.and_then(|server| server.strip_prefix("unix:").map(PathBuf::from));
    let folders = [below("PULSE_RUNTIME_PATH", "native"), below("XDG_RUNTIME_DIR", "pulse/native")];
    named.into_iter().chain(folders.into_iter().flatten())
}

/// The secret of the user; zeros if there is none, for servers that know the user by the connection.
fn cookie() -> Vec<u8> {
    let named = env::var_os("PULSE_COOKIE").map(PathBuf::from);
    let places = [named, below("HOME", ".config/pulse/cookie"), below("HOME", ".pulse-cookie")];
    let mut found = places.into_iter().flatten().find_map(|path| fs::read(path).ok()).unwrap_or_default();
    found.resize(COOKIE, 0);
    found
}

impl Stream {
    /// Connects to the server of the system.
    ///
    /// # Errors
    /// If there is none, or it refuses.
    pub fn open() -> Result<Stream, String> {
        let socket = sockets().find_map(|path| UnixStream::connect(path).ok());
        let socket = socket.ok_or("no sound server was found (PulseAudio or PipeWire)")?;
        Stream::begin(socket, &cookie()).map_err(|why| format!("the sound server refuses: {why}"))
    }

    /// Introduces the program to a server and creates a stream.
    fn begin(mut socket: UnixStream, cookie: &[u8]) -> io::Result<Stream> {
        Message::new(command::AUTHENTICATE, 0).number(VERSION).bytes(cookie).send(&mut socket)?;
        reply(&mut socket, 0)?;
        Message::new(command::SET_NAME, 1).text("Warboard").send(&mut socket)?;
        reply(&mut socket, 1)?;
        let usual = u32::MAX;
        let stream = Message::new(command::CREATE_STREAM, 2).text("Sounds").samples(RATE).number(usual).no_text();
        let stream = stream.number(usual).flag(false).number(WAITING).number(usual).number(usual);
        let stream = stream.number(0).full_volume();
        // The server may mix, convert and move the stream as it likes.
        (0..7).fold(stream, |stream, _| stream.flag(false)).send(&mut socket)?;
        match reply(&mut socket, 2)?[..] {
            [channel, _, wanted, ..] => Ok(Stream { socket, channel, wanted: wanted as usize }),
            _ => Err(io::Error::other("it gives no stream")),
        }
    }

    /// Plays what the orders say until the program or the server ends.
    ///
    /// # Errors
    /// If the connection breaks.
    pub fn play(mut self, orders: &Receiver<SoundOrder>) -> Result<(), String> {
        let mut mixer = Mixer::default();
        let mut silence = 0;
        let broken = |why: io::Error| format!("the sound server is gone: {why}");
        loop {
            loop {
                match orders.try_recv() {
                    Ok(order) => mixer.take(order),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return Ok(()),
                }
            }
            silence = if mixer.is_silent() { silence + self.wanted } else { 0 };
            let mut samples = vec![0; self.wanted / BYTES];
            mixer.mix(&mut samples);
            send_samples(&mut self.socket, self.channel, &samples).map_err(broken)?;
            if silence > PATIENCE {
                self.halt(true).map_err(broken)?;
                let Ok(order) = orders.recv() else { return Ok(()) };
                mixer.take(order);
                silence = 0;
                self.halt(false).map_err(broken)?;
            }
            self.wait().map_err(broken)?;
        }
    }

    /// Waits until the server wants samples.
    fn wait(&mut self) -> io::Result<()> {
        loop {
            match receive(&mut self.socket)? {
                Received { command: command::REQUEST, numbers, .. } if numbers.first() == Some(&self.channel) => {
                    self.wanted = numbers.get(1).map_or(0, |wanted| *wanted as usize);
                    return Ok(());
                }
                Received { command: command::STREAM_ENDED, .. } => return Err(io::Error::other("it ended the stream")),
                _ => {}
            }
        }
    }

    /// Stops the stream, or lets it run again.
    fn halt(&mut self, stops: bool) -> io::Result<()> {
        Message::new(command::HALT_STREAM, 3).number(self.channel).flag(stops).send(&mut self.socket)
    }
}

/// The numbers of the reply to a command.
fn reply(socket: &mut UnixStream, number: u32) -> io::Result<Vec<u32>> {
    loop {
        let received = receive(socket)?;
        match received.command {
            command::REPLY if received.answers == number => return Ok(received.numbers),
            command::ERROR => return Err(io::Error::other(format!("error {:?}", received.numbers.first()))),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;
    use crate::gui::sound::Volumes;

    /// Answers a command of the program as a server does.
    fn answer(server: &mut UnixStream, expected: u32, numbers: &[u32]) {
        let received = receive(server).expect("a command");
        assert_eq!(received.command, expected);
        let reply = Message::new(command::REPLY, received.answers);
        numbers.iter().fold(reply, |reply, number| reply.number(*number)).send(server).expect("a connection");
    }

    #[test]
    fn a_server_gets_the_samples_that_it_wants_until_the_game_ends() {
        let (client, mut server) = UnixStream::pair().expect("a connection");
        let (orders, taken) = channel();
        orders.send(SoundOrder::Volumes(Volumes { master: 100, effects: 100, ..Volumes::default() })).expect("open");
        orders.send(SoundOrder::Play(vec![0.5; 1000].into())).expect("open");
        let player = thread::spawn(move || Stream::begin(client, &[0; COOKIE]).expect("a stream").play(&taken));
        answer(&mut server, command::AUTHENTICATE, &[VERSION]);
        answer(&mut server, command::SET_NAME, &[]);
        answer(&mut server, command::CREATE_STREAM, &[5, 1, 400]);
        let mut sent = [0; 20 + 400];
        server.read_exact(&mut sent).expect("samples");
        assert_eq!(sent[..8], [0, 0, 1, 144, 0, 0, 0, 5], "their number and the channel");
        assert!(
            sent[20..].chunks_exact(2).all(|sample| sample == 16_383_i16.to_le_bytes()),
            "half as loud as possible"
        );
        drop(orders);
        Message::new(command::REQUEST, u32::MAX).number(5).number(40).send(&mut server).expect("a connection");
        assert_eq!(player.join().expect("no panic"), Ok(()));
    }

    #[test]
    fn a_refusal_is_reported() {
        let (client, mut server) = UnixStream::pair().expect("a connection");
        Message::new(command::ERROR, 0).number(1).send(&mut server).expect("a connection");
        assert!(Stream::begin(client, &[0; COOKIE]).is_err_and(|why| why.to_string().contains("error")));
    }
}
