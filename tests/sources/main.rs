//! Consistency of the sources, the documentation and the rule codices.

mod architecture;
mod coverage;
mod docs;
mod files;
mod glossary;
mod hygiene;
mod prose;
mod read_model;
