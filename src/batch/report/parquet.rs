//! Reports as Parquet, one measure per row, with the columns of the CSV.

use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::Report;
use super::measures::{COLUMNS, Measure};

impl Report {
    /// The report as a Parquet file, without its speed: the columns `ruleset`, `measure` and `of` are strings, `value`
    /// is a number, `low` and `high` are the bounds of its interval or null. The same report gives the same bytes.
    pub fn to_parquet(&self) -> Result<Vec<u8>, ParquetError> {
        let [ruleset, measure, of, value, low, high] = COLUMNS;
        let schema = parse_message_type(&format!(
            "message report {{ REQUIRED BYTE_ARRAY {ruleset} (STRING); REQUIRED BYTE_ARRAY {measure} (STRING);
             REQUIRED BYTE_ARRAY {of} (STRING); REQUIRED DOUBLE {value}; OPTIONAL DOUBLE {low}; OPTIONAL DOUBLE {high}; }}"
        ))?;
        let lines = self.measures();
        let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::default())?;
        let mut rows = writer.next_row_group()?;
        texts(&mut rows, lines.iter().map(|line| line.ruleset))?;
        texts(&mut rows, lines.iter().map(|line| line.measure.as_str()))?;
        texts(&mut rows, lines.iter().map(|line| line.of.as_str()))?;
        numbers(&mut rows, &lines, false, |line| Some(line.value))?;
        numbers(&mut rows, &lines, true, |line| line.range.map(|range| range[0]))?;
        numbers(&mut rows, &lines, true, |line| line.range.map(|range| range[1]))?;
        rows.close()?;
        writer.into_inner()
    }
}

type Rows<'w> = SerializedRowGroupWriter<'w, Vec<u8>>;

/// Writes the next column, with a string in each row.
fn texts<'t>(rows: &mut Rows<'_>, texts: impl Iterator<Item = &'t str>) -> Result<(), ParquetError> {
    let texts: Vec<ByteArray> = texts.map(ByteArray::from).collect();
    let Some(mut column) = rows.next_column()? else { return Err(too_few()) };
    column.typed::<ByteArrayType>().write_batch(&texts, None, None)?;
    column.close()
}

/// Writes the next column, with a number in each row or, if nullable, null.
fn numbers(
    rows: &mut Rows<'_>,
    lines: &[Measure<'_>],
    nullable: bool,
    number: impl Fn(&Measure<'_>) -> Option<f64>,
) -> Result<(), ParquetError> {
    let known: Vec<f64> = lines.iter().filter_map(&number).collect();
    let is_known: Vec<i16> = lines.iter().map(|line| i16::from(number(line).is_some())).collect();
    let Some(mut column) = rows.next_column()? else { return Err(too_few()) };
    column.typed::<DoubleType>().write_batch(&known, nullable.then_some(&is_known[..]), None)?;
    column.close()
}

fn too_few() -> ParquetError {
    ParquetError::General("the schema has fewer columns than a measure".to_owned())
}
