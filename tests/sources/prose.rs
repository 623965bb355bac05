//! The words in a text: comments and string literals of a source or a RON file, and the lines of a page.

/// Lines of one comment, one string or one page, with their numbers counted from 1.
pub type Passage = Vec<(usize, String)>;

/// The passages of a file, by the ending of its name.
pub fn passages(path: &str, text: &str) -> Vec<Passage> {
    if path.ends_with(".md") { vec![page(text)] } else { Scan::new(text).passages() }
}

fn page(text: &str) -> Passage {
    text.lines().enumerate().map(|(at, line)| (at + 1, line.to_owned())).collect()
}

/// A walk through a source text.
struct Scan<'a> {
    rest: &'a str,
    line: usize,
    /// The letter before the rest.
    before: char,
    found: Vec<Passage>,
    /// The line after the last comment, if only white space followed it.
    adjacent: Option<usize>,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Scan<'a> {
        Scan { rest: text, line: 1, before: '\n', found: Vec::new(), adjacent: None }
    }

    fn passages(mut self) -> Vec<Passage> {
        while let Some(letter) = self.rest.chars().next() {
            if self.rest.starts_with("//") {
                self.comment();
            } else if self.rest.starts_with("/*") {
                let end = self.rest.find("*/").map_or(self.rest.len(), |at| at + 2);
                self.note(end);
            } else if let Some(hashes) = raw_string(self.rest).filter(|_| !is_of_word(self.before)) {
                let end = format!("\"{}", "#".repeat(hashes));
                self.skip(hashes + 2);
                let end = self.rest.find(&end).unwrap_or(self.rest.len());
                self.note(end);
                self.skip(hashes + 1);
            } else if letter == '"' {
                self.skip(1);
                let end = end_of_string(self.rest);
                self.note(end);
                self.skip(1);
            } else {
                if !letter.is_whitespace() {
                    self.adjacent = None;
                }
                self.skip(if letter == '\'' { letter_literal(self.rest) } else { letter.len_utf8() });
            }
        }
        self.found
    }

    /// A line comment. Comments of adjacent lines are one passage.
    fn comment(&mut self) {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let said = (self.line, self.rest[..end].trim_start_matches(['/', '!']).to_owned());
        match self.found.last_mut() {
            Some(passage) if self.adjacent == Some(self.line) => passage.push(said),
            _ => self.found.push(vec![said]),
        }
        self.skip(end);
        self.adjacent = Some(self.line + 1);
    }

    /// Takes the text up to an offset as a passage.
    fn note(&mut self, end: usize) {
        let lines = self.rest[..end].split('\n').enumerate();
        self.found.push(lines.map(|(at, line)| (self.line + at, line.trim_end_matches('\\').to_owned())).collect());
        self.adjacent = None;
        self.skip(end);
    }

    fn skip(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes.min(self.rest.len()));
        self.line += passed.matches('\n').count();
        self.before = passed.chars().next_back().unwrap_or(self.before);
        self.rest = rest;
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The hashes of a raw string that begins here.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

/// The offset of the quote that ends a string, from after its first quote.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '"' if !is_escaped => return at,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    text.len()
}

/// Bytes of a character literal, or of the quote of a lifetime.
fn letter_literal(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    match letters.next() {
        Some((_, '\\')) => text[3..].find('\'').map_or(1, |at| at + 4),
        Some(_) => letters.next().filter(|(_, letter)| *letter == '\'').map_or(1, |(at, _)| at + 1),
        None => 1,
    }
}

/// A word in lower case, or a sign that separates words (`None`), with its line. Code in backticks and the braces of a
/// format string count as signs.
pub fn words(passage: &Passage) -> Vec<(usize, Option<String>)> {
    let mut words = Vec::new();
    for (line, text) in passage {
        let mut rest = text.as_str();
        while let Some(letter) = rest.chars().next() {
            let closing = match letter {
                '`' => Some('`'),
                '{' => Some('}'),
                _ => None,
            };
            let code = closing.and_then(|closing| Some(rest[1..].find(closing)? + 2));
            let word = rest.find(|next: char| !is_of_word(next) && next != '\'').unwrap_or(rest.len());
            if let Some(end) = code {
                words.push((*line, None));
                rest = &rest[end..];
            } else if word > 0 {
                words.push((*line, Some(rest[..word].to_lowercase())));
                rest = &rest[word..];
            } else {
                if !letter.is_whitespace() && !['*', '"'].contains(&letter) {
                    words.push((*line, None));
                }
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    words
}

#[test]
fn comments_and_strings_are_found_and_code_is_not() {
    let text = r###"//! One
//! two
fn f<'a>(x: &'a str) { g('"', '\'', "three \"four\" \
  five"); } // six

/* seven */ r#"eight "nine""# ten"###;
    let found: Vec<Vec<(usize, &str)>> = Vec::from([
        vec![(1, " One"), (2, " two")],
        vec![(3, "three \\\"four\\\" "), (4, "  five")],
        vec![(4, " six")],
        vec![(6, "/* seven */")],
        vec![(6, "eight \"nine\"")],
    ]);
    let passages = passages("a.rs", text);
    let passages: Vec<Vec<(usize, &str)>> =
        passages.iter().map(|lines| lines.iter().map(|(at, line)| (*at, line.as_str())).collect()).collect();
    assert_eq!(passages, found);
}

#[test]
fn words_are_whole_and_code_is_none() {
    let passage = vec![(1, "Says *who* `code here`, isn't".to_owned()), (2, "so_many {of} them".to_owned())];
    let found: Vec<(usize, Option<String>)> = words(&passage);
    let found: Vec<(usize, Option<&str>)> = found.iter().map(|(at, word)| (*at, word.as_deref())).collect();
    let first = [(1, Some("says")), (1, Some("who")), (1, None), (1, None), (1, Some("isn't"))];
    assert_eq!(found[..5], first);
    assert_eq!(found[5..], [(2, Some("so_many")), (2, None), (2, Some("them"))]);
}
