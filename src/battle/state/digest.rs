//! Values as plain bytes, for checksums: equal values give equal bytes in every process.
//!
//! Any value that serde can write is accepted, so a field added to a component is part of the checksum at once. Names are
//! written as text, not as the number that stands for them in one process.

use std::fmt;

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// Bytes that stand for the values written so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Digest(Vec<u8>);

impl Digest {
    /// Adds a value.
    pub(crate) fn take<T: Serialize + ?Sized>(&mut self, value: &T) {
        if value.serialize(&mut *self).is_err() {
            self.0.push(u8::MAX);
        }
    }

    /// A hash of everything added.
    pub(crate) fn hash(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(&self.0)
    }

    fn length(&mut self, length: usize) {
        self.0.extend_from_slice(&(length as u32).to_le_bytes());
    }
}

/// Error of a value that cannot be written as bytes. No component has such values.
#[derive(Debug)]
pub(crate) struct Unwritable;

impl fmt::Display for Unwritable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("this value has no bytes")
    }
}

impl std::error::Error for Unwritable {}

impl Error for Unwritable {
    fn custom<T: fmt::Display>(_: T) -> Unwritable {
        Unwritable
    }
}

macro_rules! numbers {
    ($($method:ident: $kind:ty),* $(,)?) => {$(
        fn $method(self, value: $kind) -> Result<(), Unwritable> {
            self.0.extend_from_slice(&value.to_le_bytes());
            Ok(())
        }
    )*};
}

impl<'d> Serializer for &'d mut Digest {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Parts<'d>;
    type SerializeTuple = Parts<'d>;
    type SerializeTupleStruct = Parts<'d>;
    type SerializeTupleVariant = Parts<'d>;
    type SerializeMap = Parts<'d>;
    type SerializeStruct = Parts<'d>;
    type SerializeStructVariant = Parts<'d>;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128,
        serialize_f32: f32, serialize_f64: f64,
    }

    fn serialize_bool(self, value: bool) -> Result<(), Unwritable> {
        self.serialize_u8(u8::from(value))
    }

    fn serialize_char(self, value: char) -> Result<(), Unwritable> {
        self.serialize_u32(u32::from(value))
    }

    fn serialize_str(self, value: &str) -> Result<(), Unwritable> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Unwritable> {
        self.length(value.len());
        self.0.extend_from_slice(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Unwritable> {
        self.serialize_u8(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unwritable> {
        self.0.push(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Unwritable> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unwritable> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, variant: u32, _: &'static str) -> Result<(), Unwritable> {
        self.serialize_u32(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Unwritable> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        self.length(variant as usize);
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Parts<'d>, Unwritable> {
        self.length(length.ok_or(Unwritable)?);
        Ok(Parts(self))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'d>, Unwritable> {
        Ok(Parts(self))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'d>, Unwritable> {
        Ok(Parts(self))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'d>, Unwritable> {
        self.length(variant as usize);
        Ok(Parts(self))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Parts<'d>, Unwritable> {
        self.serialize_seq(length)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'d>, Unwritable> {
        Ok(Parts(self))
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        variant: u32,
        key: &'static str,
        length: usize,
    ) -> Result<Parts<'d>, Unwritable> {
        self.serialize_tuple_variant(name, variant, key, length)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// The parts of a compound value, one after the other.
pub(crate) struct Parts<'d>(&'d mut Digest);

macro_rules! parts {
    ($($part:ident::$method:ident($($name:ty)?)),* $(,)?) => {$(
        impl $part for Parts<'_> {
            type Ok = ();
            type Error = Unwritable;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $name,)? value: &T) -> Result<(), Unwritable> {
                value.serialize(&mut *self.0)
            }

            fn end(self) -> Result<(), Unwritable> {
                Ok(())
            }
        }
    )*};
}

parts! {
    SerializeSeq::serialize_element(), SerializeTuple::serialize_element(),
    SerializeTupleStruct::serialize_field(), SerializeTupleVariant::serialize_field(),
    SerializeStruct::serialize_field(&'static str), SerializeStructVariant::serialize_field(&'static str),
}

impl SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritable> {
        key.serialize(&mut *self.0)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        value.serialize(&mut *self.0)
    }

    fn end(self) -> Result<(), Unwritable> {
        Ok(())
    }
}
