//! Chances in words.

/// A chance in hundredths of a percent, rounded to whole percent.
pub fn percent(per_ten_thousand: u32) -> String {
    match per_ten_thousand {
        0 => "0%".to_owned(),
        10_000 => "100%".to_owned(),
        1..=99 => "<1%".to_owned(),
        9_901..=9_999 => ">99%".to_owned(),
        other => format!("{}%", (other + 50) / 100),
    }
}
