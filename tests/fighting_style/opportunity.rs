//! Opportunity attacks.
