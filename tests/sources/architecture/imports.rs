//! Definitions, imports and names of one source file, read with `syn`.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// A path as its names: `crate::battle::View` is `["crate", "battle", "View"]`.
pub type Names = Vec<String>;

/// One leaf of a `use` declaration.
pub struct Import {
    /// The full path. That of a glob ends before the star.
    pub path: Names,
    /// The name it has in this file; `None` for a glob.
    pub name: Option<String>,
    /// Whether other modules see it: `pub`, `pub(crate)` and the like.
    pub is_reexport: bool,
}

/// Definitions, imports and names of one source file, outside `#[cfg(test)]`.
#[derive(Default)]
pub struct Imports {
    /// Names of items defined at the top level.
    pub items: BTreeSet<String>,
    /// Modules that are files of their own.
    pub children: BTreeSet<String>,
    /// Leaves of all `use` declarations.
    pub imports: Vec<Import>,
    /// Paths of two names and more.
    pub paths: BTreeSet<Names>,
    /// First names of all paths.
    pub words: BTreeSet<String>,
    /// Depth of the inline module that is read: 0 at the top level.
    depth: usize,
}

impl Imports {
    /// Reads a source file.
    ///
    /// # Panics
    ///
    /// If the text is no Rust.
    pub fn read(path: &str, text: &str) -> Imports {
        let file = syn::parse_file(text).unwrap_or_else(|wrong| panic!("{path}: {wrong}"));
        let mut read = Imports::default();
        read.visit_file(&file);
        read
    }

    /// Notes the leaves of a use tree.
    fn add_tree(&mut self, tree: &UseTree, mut path: Names, is_reexport: bool) {
        match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.add_tree(&part.tree, path, is_reexport);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_tree(tree, path.clone(), is_reexport)),
            UseTree::Glob(_) => {
                let path = self.as_at_top(path);
                self.imports.push(Import { path, name: None, is_reexport });
            }
            UseTree::Name(leaf) => self.add_leaf(path, leaf.ident.to_string(), None, is_reexport),
            UseTree::Rename(leaf) => {
                self.add_leaf(path, leaf.ident.to_string(), Some(leaf.rename.to_string()), is_reexport);
            }
        }
    }

    fn add_leaf(&mut self, mut path: Names, last: String, rename: Option<String>, is_reexport: bool) {
        if last != "self" || path.is_empty() {
            path.push(last);
        }
        let name = rename.or_else(|| path.last().cloned());
        let path = self.as_at_top(path);
        self.imports.push(Import { path, name, is_reexport });
    }

    /// A path as the top level of the file would write it: in an inline module `super` is the file itself.
    fn as_at_top(&self, mut path: Names) -> Names {
        for _ in 0..self.depth {
            if path.len() > 1 && path[0] == "super" {
                path.remove(0);
            }
        }
        path
    }

    fn add_path(&mut self, path: Names) {
        self.words.insert(path[0].clone());
        if path.len() > 1 {
            let path = self.as_at_top(path);
            self.paths.insert(path);
        }
    }

    /// Notes the paths in the text of a macro or an attribute, which `syn` does not parse.
    fn add_tokens(&mut self, text: &str) {
        for path in token_paths(text) {
            self.add_path(path);
        }
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_for_tests(attributes(item)) {
            return;
        }
        if let Some(name) = (self.depth == 0).then(|| defined(item)).flatten() {
            self.items.insert(name);
        }
        if let Item::Macro(call) = item {
            self.items.extend(declared(&call.mac.tokens.to_string()));
        }
        match item {
            Item::Use(uses) => {
                let is_reexport = !matches!(uses.vis, Visibility::Inherited);
                self.add_tree(&uses.tree, Names::new(), is_reexport);
            }
            Item::Mod(module) if module.content.is_none() => {
                self.children.insert(module.ident.to_string());
            }
            Item::Mod(_) => {
                self.depth += 1;
                visit::visit_item(self, item);
                self.depth -= 1;
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            self.add_path(path.segments.iter().map(|part| part.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        visit::visit_macro(self, call);
        self.add_tokens(&call.tokens.to_string());
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        visit::visit_meta_list(self, list);
        self.add_tokens(&list.tokens.to_string());
    }
}

/// The paths in the text of some tokens, without those in strings and after a dot.
fn token_paths(text: &str) -> Vec<Names> {
    let mut found: Vec<Names> = Vec::new();
    let (mut rest, mut before) = (text, ' ');
    let mut continues = false;
    while let Some(letter) = rest.chars().next() {
        if letter == '"' {
            rest = after_string(rest, before == '#');
            (before, continues) = ('"', false);
        } else if letter.is_alphabetic() || letter == '_' {
            let end = rest.find(|next: char| !next.is_alphanumeric() && next != '_').unwrap_or(rest.len());
            let word = rest[..end].to_owned();
            match found.last_mut() {
                Some(path) if continues => path.push(word),
                _ if before != '.' && before != '\'' => found.push(vec![word]),
                _ => {}
            }
            (rest, before, continues) = (&rest[end..], 'a', false);
        } else if let Some(after) = rest.strip_prefix("::") {
            (continues, before, rest) = (before == 'a', '.', after);
        } else if let Some(after) = rest.strip_prefix("..") {
            (continues, before, rest) = (false, ' ', after);
        } else {
            if !letter.is_whitespace() {
                (before, continues) = (letter, false);
            }
            rest = &rest[letter.len_utf8()..];
        }
    }
    found
}

/// The text after the string literal at its start.
fn after_string(text: &str, is_raw: bool) -> &str {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            '"' if !is_escaped => return &text[at + 1..],
            '\\' if !is_raw => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    ""
}

/// Whether an item exists only for tests.
pub fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return false };
        list.path.is_ident("cfg") && list.tokens.to_string() == "test"
    })
}

/// The attributes of an item.
pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The public types that the tokens of a macro call declare, such as those of `content!`.
pub fn declared(tokens: &str) -> Vec<String> {
    let starts = ["pub struct ", "pub enum "].into_iter().flat_map(|start| tokens.split(start).skip(1));
    let name = |rest: &str| rest.chars().take_while(|letter| letter.is_alphanumeric()).collect::<String>();
    starts.map(name).filter(|name| !name.is_empty()).collect()
}

/// The name that an item defines. A module that is a file of its own defines none here.
fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Mod(item) if item.content.is_some() => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
