//! Reports as Parquet, in a program that was built with the feature of that name.

use warboard::batch::Report;

use super::super::failure::{Failure, plain};

/// Fails if the program was built without Parquet.
pub fn check() -> Result<(), Failure> {
    match cfg!(feature = "parquet") {
        true => Ok(()),
        false => Err(plain(
            "this program was built without Parquet: build it with `--features parquet`, or use --format csv, which has the same \
             columns",
        )),
    }
}

/// The report as a Parquet file.
#[cfg(feature = "parquet")]
pub fn bytes(report: &Report) -> Result<Vec<u8>, Failure> {
    report.to_parquet().map_err(plain)
}

/// Always fails: the program was built without Parquet.
#[cfg(not(feature = "parquet"))]
pub fn bytes(_: &Report) -> Result<Vec<u8>, Failure> {
    check().map(|()| Vec::new())
}
