//! What the sources, the documentation and the rule codices promise of each other.

mod architecture;
mod coverage;
mod docs;
mod files;
mod glossary;
mod hygiene;
mod prose;
mod read_model;
