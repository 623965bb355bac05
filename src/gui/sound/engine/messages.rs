//! The messages of the native protocol of PulseAudio that a player of samples needs, in its version 12, which all its
//! servers speak. A message is a header of five numbers and a list of values, each with a letter for its type.

use std::io::{self, Read, Write};

/// The version of the protocol.
pub const VERSION: u32 = 12;

/// Numbers of the commands.
pub mod command {
    pub const ERROR: u32 = 0;
    pub const REPLY: u32 = 2;
    pub const CREATE_STREAM: u32 = 3;
    pub const AUTHENTICATE: u32 = 8;
    pub const SET_NAME: u32 = 9;
    pub const HALT_STREAM: u32 = 41;
    pub const REQUEST: u32 = 61;
    pub const STREAM_ENDED: u32 = 64;
}

/// The channel of commands; streams have numbers of their own.
const COMMANDS: u32 = u32::MAX;

/// Bytes of a header, and the most that a message may have.
const HEADER: usize = 20;
const LONGEST: usize = 1 << 20;

/// A command with its values.
pub struct Message(Vec<u8>);

impl Message {
    /// A command with the number by which its reply refers to it.
    pub fn new(command: u32, number: u32) -> Message {
        Message(Vec::new()).number(command).number(number)
    }

    pub fn number(mut self, number: u32) -> Message {
        self.0.push(b'L');
        self.0.extend(number.to_be_bytes());
        self
    }

    pub fn flag(mut self, flag: bool) -> Message {
        self.0.push(if flag { b'1' } else { b'0' });
        self
    }

    pub fn text(mut self, text: &str) -> Message {
        self.0.push(b't');
        self.0.extend(text.bytes().filter(|byte| *byte != 0));
        self.0.push(0);
        self
    }

    pub fn no_text(mut self) -> Message {
        self.0.push(b'N');
        self
    }

    pub fn bytes(mut self, bytes: &[u8]) -> Message {
        self.0.push(b'x');
        self.0.extend((bytes.len() as u32).to_be_bytes());
        self.0.extend(bytes);
        self
    }

    /// Samples of 16 bits, one channel, at a rate.
    pub fn samples(mut self, rate: u32) -> Message {
        const LITTLE_ENDIAN_16: u8 = 3;
        self.0.extend([b'a', LITTLE_ENDIAN_16, 1]);
        self.0.extend(rate.to_be_bytes());
        self.0.extend([b'm', 1, 0]);
        self
    }

    /// The usual volume of one channel.
    pub fn full_volume(mut self) -> Message {
        self.0.extend([b'v', 1]);
        self.0.extend(0x1_0000_u32.to_be_bytes());
        self
    }

    /// Sends it.
    pub fn send(&self, to: &mut impl Write) -> io::Result<()> {
        write(to, COMMANDS, &self.0)
    }
}

/// Sends samples to a stream.
pub fn send_samples(to: &mut impl Write, stream: u32, samples: &[i16]) -> io::Result<()> {
    let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
    write(to, stream, &bytes)
}

fn write(to: &mut impl Write, channel: u32, bytes: &[u8]) -> io::Result<()> {
    let mut message = Vec::with_capacity(HEADER + bytes.len());
    for number in [bytes.len() as u32, channel, 0, 0, 0] {
        message.extend(number.to_be_bytes());
    }
    message.extend(bytes);
    to.write_all(&message)
}

/// A received command: its number, the number of the command that it answers, and the numbers that follow.
#[derive(Debug, PartialEq, Eq)]
pub struct Received {
    pub command: u32,
    pub answers: u32,
    /// The values, up to the first that is no number.
    pub numbers: Vec<u32>,
}

/// Waits for the next command.
///
/// # Errors
/// If the connection breaks, or what arrives is no message.
pub fn receive(from: &mut impl Read) -> io::Result<Received> {
    loop {
        let mut header = [0; HEADER];
        from.read_exact(&mut header)?;
        let (length, channel) = (number_at(&header, 0) as usize, number_at(&header, 4));
        if length > LONGEST {
            return Err(io::Error::other("it sends no messages"));
        }
        let mut bytes = vec![0; length];
        from.read_exact(&mut bytes)?;
        if channel == COMMANDS {
            let mut numbers = numbers(&bytes);
            let begun = numbers.next().zip(numbers.next());
            let (command, answers) = begun.ok_or_else(|| io::Error::other("it sends no command"))?;
            return Ok(Received { command, answers, numbers: numbers.collect() });
        }
    }
}

fn number_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_be_bytes)
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.chunks_exact(5).take_while(|value| value[0] == b'L').map(|value| number_at(value, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_it_was_written() {
        let mut sent = Vec::new();
        send_samples(&mut sent, 7, &[1, -2]).expect("memory");
        assert_eq!(sent[..8], [0, 0, 0, 4, 0, 0, 0, 7]);
        assert_eq!(sent[HEADER..], [1, 0, 254, 255]);
        Message::new(command::REQUEST, 9)
            .number(7)
            .number(4096)
            .text("more")
            .number(1)
            .send(&mut sent)
            .expect("memory");
        let received = receive(&mut sent.as_slice()).expect("a message, after the samples");
        assert_eq!(received, Received { command: command::REQUEST, answers: 9, numbers: vec![7, 4096] });
    }

    #[test]
    fn what_is_no_message_is_refused() {
        assert!(receive(&mut [0; 7].as_slice()).is_err(), "it breaks off");
        assert!(receive(&mut [255; 64].as_slice()).is_err(), "it is too long");
        let mut empty = Vec::new();
        write(&mut empty, COMMANDS, b"t").expect("memory");
        assert!(receive(&mut empty.as_slice()).is_err(), "it has no command");
    }
}
