//! Which types Bevy's queries read, from the source of systems.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Fields, GenericArgument, Item, PathArguments, PathSegment, Type};

/// Parameters of systems that query entities.
const QUERIES: [&str; 7] = ["Query", "Single", "Populated", "QueryState", "RemovedComponents", "On", "Trigger"];

/// The types of all `register_type::<X>()` in a source, by their last names.
pub fn registered(text: &str) -> BTreeSet<String> {
    let calls = text.split("register_type::<").skip(1);
    let types = calls.filter_map(|rest| syn::parse_str::<Type>(rest.split_once(">()")?.0).ok());
    types.filter_map(|found| last_name(&found)).collect()
}

fn last_name(found: &Type) -> Option<String> {
    let Type::Path(path) = found else { return None };
    Some(path.path.segments.last()?.ident.to_string())
}

/// The types that queries of these sources read. What is only written (`&mut X`) is not read. Type aliases and structs
/// that derive `QueryData` or `QueryFilter` are looked through.
pub fn read_by(sources: &[(String, String)]) -> BTreeSet<String> {
    let mut reads = Reads::default();
    for (path, text) in sources {
        let file = syn::parse_file(text).unwrap_or_else(|wrong| panic!("{path}: {wrong}"));
        reads.visit_file(&file);
    }
    let mut open: Vec<String> = reads.queried.iter().cloned().collect();
    while let Some(name) = open.pop() {
        for inner in reads.shorthands.get(&name).into_iter().flatten() {
            if reads.queried.insert(inner.clone()) {
                open.push(inner.clone());
            }
        }
    }
    reads.queried
}

/// Types in queries.
#[derive(Default)]
struct Reads {
    queried: BTreeSet<String>,
    /// Aliases and structs of query data, with the types they stand for.
    shorthands: BTreeMap<String, BTreeSet<String>>,
}

impl<'ast> Visit<'ast> for Reads {
    fn visit_path_segment(&mut self, part: &'ast PathSegment) {
        if QUERIES.iter().any(|query| part.ident == query)
            && let PathArguments::AngleBracketed(arguments) = &part.arguments
        {
            for argument in &arguments.args {
                if let GenericArgument::Type(found) = argument {
                    self.queried.extend(names_in(found));
                }
            }
        }
        visit::visit_path_segment(self, part);
    }

    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Type(alias) => {
                self.shorthands.insert(alias.ident.to_string(), names_in(&alias.ty));
            }
            Item::Struct(data) if derives_query(&data.attrs) => {
                let fields = match &data.fields {
                    Fields::Named(fields) => &fields.named,
                    Fields::Unnamed(fields) => &fields.unnamed,
                    Fields::Unit => return,
                };
                let names = fields.iter().flat_map(|field| names_in(&field.ty)).collect();
                self.shorthands.insert(data.ident.to_string(), names);
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }
}

/// Whether a struct derives a part of a query.
fn derives_query(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return false };
        let derives = list.tokens.to_string();
        list.path.is_ident("derive") && (derives.contains("QueryData") || derives.contains("QueryFilter"))
    })
}

/// The last names of all types in a type, without those behind `&mut`.
fn names_in(found: &Type) -> BTreeSet<String> {
    struct Within(BTreeSet<String>);
    impl<'ast> Visit<'ast> for Within {
        fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
            if reference.mutability.is_none() {
                visit::visit_type_reference(self, reference);
            }
        }

        fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
            self.0.extend(path.path.segments.last().map(|part| part.ident.to_string()));
            visit::visit_type_path(self, path);
        }
    }
    let mut within = Within(BTreeSet::new());
    within.visit_type(found);
    within.0
}

#[test]
fn registered_types_are_found() {
    let text = "app.register_type::<Vitals>().register_type::<crate::battle::Flanked>().register_type::<u8>;";
    assert_eq!(Vec::from_iter(registered(text)), ["Flanked", "Vitals"]);
}

#[test]
fn what_queries_read_is_found() {
    let text = "type Body<'w> = (Ref<'w, Position>, Option<&'static Arms>);\n\
        #[derive(QueryData)] struct Bar { vitals: &'static Vitals, written: &'static mut Pool }\n\
        fn f(a: Query<(Entity, &battle::Flanked, &mut Facing), (With<Combatant>, Changed<Stance>)>, b: Single<Body>,\n\
            c: Query<Bar>, d: Res<Unread>, e: RemovedComponents<Grappled>) {}";
    let read = read_by(&[("a.rs".to_owned(), text.to_owned())]);
    for name in ["Flanked", "Combatant", "Stance", "Position", "Arms", "Vitals", "Grappled"] {
        assert!(read.contains(name), "{name}");
    }
    for name in ["Facing", "Pool", "Unread"] {
        assert!(!read.contains(name), "{name}");
    }
}
