//! Public types and their documentation.

use std::collections::BTreeMap;

use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Item, Lit, Meta, Visibility};

use crate::architecture::imports::{attributes, declared, is_for_tests};
use crate::files::sources;

/// Names that two public types may share, with the reason.
const SHARED: &[(&str, &str)] = &[];

/// Beginnings (whole words) of a doc comment that a reader of rustdoc cannot understand on its own.
const DEPENDENT: [&str; 8] = ["The same", "As", "See", "What", "Whom", "Whose", "So", "It"];

/// Public items of a source file, outside `#[cfg(test)]`.
#[derive(Default)]
struct Public {
    /// Names of structs, enums, traits, unions and type aliases.
    types: Vec<String>,
    /// Documented items, fields and variants in the order of the file: (name, first line as written).
    docs: Vec<(String, String)>,
}

impl Public {
    fn read(path: &str, text: &str) -> Public {
        let file = syn::parse_file(text).unwrap_or_else(|wrong| panic!("{path}: {wrong}"));
        let mut public = Public::default();
        public.visit_file(&file);
        public
    }

    fn note(&mut self, name: &impl ToString, attributes: &[Attribute]) {
        let mut lines = attributes.iter().filter_map(doc_line);
        self.docs.extend(lines.find(|line| !line.trim().is_empty()).map(|line| (name.to_string(), line)));
    }

    /// Notes the public types that a macro call declares, and their documentation.
    fn note_tokens(&mut self, tokens: &str) {
        let types = declared(tokens);
        if let Some(first) = types.first() {
            self.docs.extend(docs_of_tokens(tokens).into_iter().map(|line| (first.clone(), line)));
        }
        self.types.extend(types);
    }
}

/// The first lines of the doc comments in the tokens of a macro call.
fn docs_of_tokens(tokens: &str) -> Vec<String> {
    let (mut docs, mut is_first) = (Vec::new(), true);
    for part in tokens.split("# [doc = ").skip(1) {
        let Some((literal, after)) = part.split_once("\"]") else { continue };
        if let (true, Ok(line)) = (is_first, syn::parse_str::<syn::LitStr>(&format!("{literal}\""))) {
            docs.push(line.value());
        }
        is_first = !after.trim().is_empty();
    }
    docs
}

/// A line of a doc comment.
fn doc_line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attribute.meta else { return None };
    let Expr::Lit(value) = &meta.value else { return None };
    match &value.lit {
        Lit::Str(line) if meta.path.is_ident("doc") => Some(line.value()),
        _ => None,
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

impl<'ast> Visit<'ast> for Public {
    fn visit_item(&mut self, item: &'ast Item) {
        let (name, visibility, is_type) = match item {
            Item::Enum(item) => (&item.ident, &item.vis, true),
            Item::Struct(item) => (&item.ident, &item.vis, true),
            Item::Trait(item) => (&item.ident, &item.vis, true),
            Item::Type(item) => (&item.ident, &item.vis, true),
            Item::Union(item) => (&item.ident, &item.vis, true),
            Item::Const(item) => (&item.ident, &item.vis, false),
            Item::Fn(item) => (&item.sig.ident, &item.vis, false),
            Item::Mod(item) => (&item.ident, &item.vis, false),
            Item::Static(item) => (&item.ident, &item.vis, false),
            Item::Impl(_) => return visit::visit_item(self, item),
            Item::Macro(call) if call.ident.is_none() => return self.note_tokens(&call.mac.tokens.to_string()),
            _ => return,
        };
        if is_for_tests(attributes(item)) {
            return;
        }
        if is_public(visibility) {
            self.note(name, attributes(item));
            self.types.extend(is_type.then(|| name.to_string()));
        }
        if is_public(visibility) || matches!(item, Item::Mod(_)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let (Some(name), true) = (&field.ident, is_public(&field.vis)) {
            self.note(name, &field.attrs);
        }
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.note(&variant.ident, &variant.attrs);
        for field in &variant.fields {
            self.note(field.ident.as_ref().unwrap_or(&variant.ident), &field.attrs);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if is_public(&function.vis) {
            self.note(&function.sig.ident, &function.attrs);
        }
    }

    fn visit_impl_item_const(&mut self, value: &'ast syn::ImplItemConst) {
        if is_public(&value.vis) {
            self.note(&value.ident, &value.attrs);
        }
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        self.note(&function.sig.ident, &function.attrs);
    }

    fn visit_block(&mut self, _: &'ast syn::Block) {}
}

/// Names that several public types have, with the files that define them.
pub fn collisions(sources: &[(String, String)]) -> Vec<(String, Vec<String>)> {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in sources {
        for name in Public::read(path, text).types {
            files.entry(name).or_default().push(path.clone());
        }
    }
    files.into_iter().filter(|(_, files)| files.len() > 1).collect()
}

/// Doc comments that do not stand alone, as `file:line: item: text`.
pub fn dependent_docs(sources: &[(String, String)]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in sources {
        let mut lines = text.lines().enumerate();
        for (name, doc) in Public::read(path, text).docs {
            let line = lines.find(|(_, line)| line.trim().strip_prefix("///") == Some(doc.as_str()));
            let doc = doc.trim();
            if DEPENDENT.iter().any(|start| begins_with(doc, start)) {
                found.push(format!("src/{path}:{}: {name}: {doc}", line.map_or(0, |(at, _)| at + 1)));
            }
        }
    }
    found
}

fn begins_with(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '\''))
}

#[test]
fn no_two_public_types_share_a_name() {
    let found = collisions(&sources());
    let wrong = found.iter().filter(|(name, _)| SHARED.iter().all(|(shared, _)| shared != name));
    let wrong: Vec<String> = wrong.map(|(name, files)| format!("{name}: {}", files.join(", "))).collect();
    assert!(wrong.is_empty(), "{} names are shared by public types:\n{}", wrong.len(), wrong.join("\n"));
    for (name, reason) in SHARED {
        assert!(found.iter().any(|(shared, _)| shared == name), "{name} is shared no longer ({reason})");
    }
}

#[test]
fn every_doc_comment_stands_alone() {
    let found = dependent_docs(&sources());
    assert!(found.is_empty(), "{} doc comments begin with one of {DEPENDENT:?}:\n{}", found.len(), found.join("\n"));
}

#[test]
fn public_types_and_docs_are_found() {
    let text = "pub struct A { /// What is it?\n pub x: u8, /// What is private.\n y: u8 }\nstruct B;\n\
        pub mod m { pub enum C { /// As above.\n One { /// So many.\n n: u8 } } pub trait D { /// The same.\n fn f(); } }\n\
        impl B { /// Item.\n pub fn g() { /// See there.\n pub type E = u8; } /// It is.\n pub const F: u8 = 1; }\n\
        #[cfg(test)] pub struct G;";
    let made = "content! { /// What it is.\n pub struct M { /// A number.\n /// So be it.\n pub x: u8 [rule] } pub enum N: Copy { O } }";
    assert_eq!(Public::read("m.rs", made).types, ["M", "N"]);
    assert_eq!(dependent_docs(&[("m.rs".to_owned(), made.to_owned())]), ["src/m.rs:0: M: What it is."]);
    let given = [("a.rs".to_owned(), text.to_owned()), ("b.rs".to_owned(), "pub type C = u8;".to_owned())];
    assert_eq!(Public::read("a.rs", text).types, ["A", "C", "D"]);
    assert_eq!(collisions(&given), [("C".to_owned(), vec!["a.rs".to_owned(), "b.rs".to_owned()])]);
    let found: Vec<String> = dependent_docs(&given);
    let names = found.iter().map(|line| line.split(": ").nth(1).expect("a name")).collect::<Vec<_>>();
    assert_eq!(names, ["x", "One", "n", "f", "F"]);
}
