//! Values as plain bytes, for checksums: equal values give equal bytes in every process. Any value that serde can write
//! is accepted, so a field added to a component is part of the checksum at once. Names are written as text, not as the
//! number that stands for them in one process.

use serde::de::value::Error;
use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

#[derive(Clone, Debug, Default)]
pub(crate) struct Digest(Vec<u8>);

impl Digest {
    pub(crate) fn take<T: Serialize + ?Sized>(&mut self, value: &T) {
        if value.serialize(&mut *self).is_err() {
            self.0.push(u8::MAX);
        }
    }

    pub(crate) fn hash(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(&self.0)
    }

    fn length(&mut self, length: usize) {
        self.0.extend_from_slice(&(length as u32).to_le_bytes());
    }
}

/// Whether a value could be written as bytes. Every component can.
type Written = Result<(), Error>;
type Text = &'static str;

macro_rules! numbers {
    ($($method:ident: $kind:ty),* $(,)?) => {$(
        fn $method(self, value: $kind) -> Written {
            self.0.extend_from_slice(&value.to_le_bytes());
            Ok(())
        }
    )*};
}

impl<'d> Serializer for &'d mut Digest {
    type Ok = ();
    type Error = Error;
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

    fn serialize_bool(self, value: bool) -> Written {
        self.serialize_u8(u8::from(value))
    }

    fn serialize_char(self, value: char) -> Written {
        self.serialize_u32(u32::from(value))
    }

    fn serialize_str(self, value: &str) -> Written {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Written {
        self.length(value.len());
        self.0.extend_from_slice(value);
        Ok(())
    }

    fn serialize_none(self) -> Written {
        self.serialize_u8(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.0.push(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        Ok(())
    }

    fn serialize_unit_struct(self, _: Text) -> Written {
        Ok(())
    }

    fn serialize_unit_variant(self, _: Text, variant: u32, _: Text) -> Written {
        self.serialize_u32(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: Text, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: Text, variant: u32, _: Text, value: &T) -> Written {
        self.length(variant as usize);
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Parts<'d>, Error> {
        self.length(length.ok_or_else(|| Error::custom("a sequence without length"))?);
        Ok(Parts(self))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'d>, Error> {
        Ok(Parts(self))
    }

    fn serialize_tuple_struct(self, _: Text, _: usize) -> Result<Parts<'d>, Error> {
        Ok(Parts(self))
    }

    fn serialize_tuple_variant(self, _: Text, variant: u32, _: Text, _: usize) -> Result<Parts<'d>, Error> {
        self.length(variant as usize);
        Ok(Parts(self))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Parts<'d>, Error> {
        self.serialize_seq(length)
    }

    fn serialize_struct(self, _: Text, _: usize) -> Result<Parts<'d>, Error> {
        Ok(Parts(self))
    }

    fn serialize_struct_variant(self, name: Text, variant: u32, key: Text, length: usize) -> Result<Parts<'d>, Error> {
        self.serialize_tuple_variant(name, variant, key, length)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// The parts of a compound value, one after the other.
pub(crate) struct Parts<'d>(&'d mut Digest);

macro_rules! parts {
    ($($part:ident { $($method:ident($($name:ty)?)),* })*) => {$(
        impl $part for Parts<'_> {
            type Ok = ();
            type Error = Error;

            $(fn $method<T: Serialize + ?Sized>(&mut self, $(_: $name,)? value: &T) -> Written {
                value.serialize(&mut *self.0)
            })*

            fn end(self) -> Written {
                Ok(())
            }
        }
    )*};
}

parts! {
    SerializeSeq { serialize_element() }
    SerializeTuple { serialize_element() }
    SerializeTupleStruct { serialize_field() }
    SerializeTupleVariant { serialize_field() }
    SerializeMap { serialize_key(), serialize_value() }
    SerializeStruct { serialize_field(Text) }
    SerializeStructVariant { serialize_field(Text) }
}
