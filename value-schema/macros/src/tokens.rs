//! JSON in Rust tokens: what a declaration is written in.
//!
//! An object is `{ key: value, ... }`, where a key is a word or a string; an array is `[value, ...]`; a scalar is a string, a
//! number, `true`, `false` or `null`. A comma behind the last one is allowed.

use std::collections::HashMap;

use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream, TokenTree, token_stream};
use value_schema_core::{JsonArray, JsonNumber, JsonObject, JsonValue, NumberError};

use crate::places::{Children, Places};

/// A value with the places of its parts; and what is wrong with the text.
pub(crate) struct Read {
    pub(crate) value: JsonValue,
    pub(crate) places: Places,
    pub(crate) errors: Vec<syn::Error>,
}

/// An object or an array that is being read.
struct Open {
    tokens: token_stream::IntoIter,
    /// Where the container ends.
    end: Span,
    place: usize,
    container: Container,
}

enum Container {
    Array(JsonArray, Vec<usize>),
    Object(JsonObject, HashMap<String, usize>, Option<Key>),
}

struct Key {
    name: String,
    span: Span,
}

/// What the tokens of a value are.
enum Start {
    Scalar(JsonValue, Span),
    Container(Group),
}

/// Reads a value, and all that is wrong with it.
pub(crate) fn read(first: TokenTree) -> Read {
    let mut reader = Reader { places: Places::default(), errors: Vec::new() };
    let value = reader.value(first);
    Read { value, places: reader.places, errors: reader.errors }
}

struct Reader {
    places: Places,
    errors: Vec<syn::Error>,
}

impl Reader {
    fn refuse(&mut self, span: Span, message: impl std::fmt::Display) {
        self.errors.push(syn::Error::new(span, message));
    }

    /// Reads with a stack of its own: a declaration may be as deep as the compiler lets it be.
    fn value(&mut self, first: TokenTree) -> JsonValue {
        let mut stack: Vec<Open> = Vec::new();
        let mut tokens = TokenStream::from(first).into_iter();
        let Some(mut finished) =
            self.start(&mut tokens, None, Span::call_site()).map(|start| self.open(start, None, &mut stack))
        else {
            return JsonValue::Null;
        };
        loop {
            let value = match finished.take() {
                Some((value, place)) => {
                    let Some(parent) = stack.last_mut() else { return value };
                    match &mut parent.container {
                        Container::Array(array, places) => {
                            array.push(value);
                            places.push(place);
                        }
                        Container::Object(object, places, key) => {
                            if let Some(key) = key.take() {
                                places.insert(key.name.clone(), place);
                                object.insert(key.name, value);
                            }
                        }
                    }
                    continue;
                }
                None => self.next(&mut stack),
            };
            finished = value;
        }
    }

    /// Begins the next value of the innermost container, or ends the container.
    fn next(&mut self, stack: &mut Vec<Open>) -> Option<(JsonValue, usize)> {
        let mut open = stack.pop()?;
        let mut key_span = None;
        if let Container::Object(object, places, key) = &mut open.container {
            *key = self.key(&mut open.tokens, open.end);
            if let Some(key) = key {
                key_span = Some(key.span);
                if places.contains_key(&key.name) {
                    self.refuse(
                        key.span,
                        format!("{:?} is written twice: an object has one member of a name", key.name),
                    );
                    object.remove(&key.name);
                }
            } else if open.tokens.clone().next().is_some() {
                skip(&mut open.tokens);
                stack.push(open);
                return None;
            }
            if key.is_none() {
                return Some(self.close(open));
            }
        } else if open.tokens.clone().next().is_none() {
            return Some(self.close(open));
        }
        let end = open.end;
        let start = self.start(&mut open.tokens, key_span, end);
        match start {
            Some(_) => self.comma(&mut open.tokens),
            None => skip(&mut open.tokens),
        }
        stack.push(open);
        // What could not be read was told; nothing else depends on what stands there instead.
        let start = start.unwrap_or(Start::Scalar(JsonValue::Null, key_span.unwrap_or(end)));
        self.open(start, key_span, stack)
    }

    /// A scalar is finished, a container is put on the stack.
    fn open(&mut self, start: Start, key: Option<Span>, stack: &mut Vec<Open>) -> Option<(JsonValue, usize)> {
        match start {
            Start::Scalar(value, span) => Some((value, self.places.add(key, span))),
            Start::Container(group) => {
                let place = self.places.add(key, group.span());
                let container = if group.delimiter() == Delimiter::Bracket {
                    Container::Array(JsonArray::new(), Vec::new())
                } else {
                    Container::Object(JsonObject::new(), HashMap::new(), None)
                };
                let end = group.span_close();
                stack.push(Open { tokens: group.stream().into_iter(), end, place, container });
                None
            }
        }
    }

    fn close(&mut self, open: Open) -> (JsonValue, usize) {
        let value = match open.container {
            Container::Array(array, places) => {
                self.places.set_children(open.place, Children::Items(places));
                JsonValue::Array(array)
            }
            Container::Object(object, places, _) => {
                self.places.set_children(open.place, Children::Members(places));
                JsonValue::Object(object)
            }
        };
        (value, open.place)
    }

    /// A key and its colon; `None` at the end, or with what is wrong told.
    fn key(&mut self, tokens: &mut token_stream::IntoIter, end: Span) -> Option<Key> {
        let first = tokens.next()?;
        let key = match ungrouped(first) {
            TokenTree::Ident(word) => {
                let name = word.to_string();
                Key { name: name.strip_prefix("r#").unwrap_or(&name).to_owned(), span: word.span() }
            }
            TokenTree::Literal(literal) => match syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                Ok(text) if text.suffix().is_empty() => Key { name: text.value(), span: literal.span() },
                _ => {
                    self.refuse(literal.span(), "a key is a word or a string");
                    return None;
                }
            },
            other => {
                let help = if matches!(&other, TokenTree::Punct(punct) if punct.as_char() == '#') {
                    "write the text of a property as its `description`: documentation comments and attributes stand on the \
                     whole declaration only"
                } else {
                    "a key is a word or a string"
                };
                self.refuse(other.span(), help);
                return None;
            }
        };
        match tokens.clone().next() {
            Some(TokenTree::Punct(colon)) if colon.as_char() == ':' => {
                tokens.next();
                Some(key)
            }
            other => {
                let span = other.map_or(end, |token| token.span());
                self.refuse(span, format!("a colon and a value have to follow the key {:?}", key.name));
                None
            }
        }
    }

    /// The tokens of a value.
    fn start(&mut self, tokens: &mut token_stream::IntoIter, key: Option<Span>, end: Span) -> Option<Start> {
        let Some(first) = tokens.next() else {
            self.refuse(key.unwrap_or(end), "a value has to follow");
            return None;
        };
        match ungrouped(first) {
            TokenTree::Group(group) if matches!(group.delimiter(), Delimiter::Brace | Delimiter::Bracket) => {
                Some(Start::Container(group))
            }
            TokenTree::Ident(word) => {
                let value = match word.to_string().as_str() {
                    "true" => JsonValue::Bool(true),
                    "false" => JsonValue::Bool(false),
                    "null" => JsonValue::Null,
                    other => {
                        self.refuse(
                            word.span(),
                            format!("{other} is not JSON: a string stands in quotation marks"),
                        );
                        return None;
                    }
                };
                Some(Start::Scalar(value, word.span()))
            }
            TokenTree::Literal(literal) => {
                self.scalar(&literal, false).map(|value| Start::Scalar(value, literal.span()))
            }
            TokenTree::Punct(minus) if minus.as_char() == '-' => self.negative(minus.span(), tokens.next()),
            // A negative number that another macro was given as one.
            TokenTree::Group(group) if is_negative(&group) => {
                self.negative(group.span(), group.stream().into_iter().nth(1))
            }
            other => {
                self.refuse(
                    other.span(),
                    "a value is an object {...}, an array [...], a string, a number, true, false or null",
                );
                None
            }
        }
    }

    /// The number behind a minus.
    fn negative(&mut self, minus: Span, number: Option<TokenTree>) -> Option<Start> {
        if let Some(TokenTree::Literal(literal)) = number.map(ungrouped) {
            self.scalar(&literal, true).map(|value| Start::Scalar(value, literal.span()))
        } else {
            self.refuse(minus, "a number has to follow");
            None
        }
    }

    fn scalar(&mut self, literal: &Literal, negative: bool) -> Option<JsonValue> {
        let refused = match syn::parse_str::<syn::Lit>(&literal.to_string()) {
            Ok(syn::Lit::Str(text)) if text.suffix().is_empty() && !negative => {
                return Some(JsonValue::from(text.value()));
            }
            Ok(syn::Lit::Int(number)) if number.suffix().is_empty() => {
                self.number(literal, number.base10_digits(), negative)
            }
            Ok(syn::Lit::Float(number)) if number.suffix().is_empty() => {
                self.number(literal, number.base10_digits(), negative)
            }
            _ => {
                self.refuse(
                    literal.span(),
                    format!("{literal} is not JSON: write a string, or a number without a suffix"),
                );
                None
            }
        };
        refused.map(JsonValue::Number)
    }

    fn number(&mut self, literal: &Literal, digits: &str, negative: bool) -> Option<JsonNumber> {
        let text = if negative { format!("-{digits}") } else { digits.to_owned() };
        let number: Result<JsonNumber, NumberError> = text.parse();
        number.map_err(|error| self.refuse(literal.span(), error)).ok()
    }

    /// The comma behind a value, unless it is the last one.
    fn comma(&mut self, tokens: &mut token_stream::IntoIter) {
        match tokens.next() {
            None => {}
            Some(TokenTree::Punct(comma)) if comma.as_char() == ',' => {}
            Some(other) => {
                self.refuse(other.span(), "a comma has to stand between two members or items");
                skip(tokens);
            }
        }
    }
}

/// Goes on behind the next comma.
fn skip(tokens: &mut token_stream::IntoIter) {
    tokens.find(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ','));
}

/// Whether a group without delimiters holds a minus and something more.
fn is_negative(group: &Group) -> bool {
    let mut tokens = group.stream().into_iter();
    group.delimiter() == Delimiter::None
        && matches!(tokens.next(), Some(TokenTree::Punct(minus)) if minus.as_char() == '-')
        && tokens.count() == 1
}

/// The token in groups without delimiters, which the compiler puts around what a macro was given.
fn ungrouped(mut token: TokenTree) -> TokenTree {
    loop {
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                let mut inner = group.stream().into_iter();
                match (inner.next(), inner.next()) {
                    (Some(only), None) => token = only,
                    _ => return token,
                }
            }
            _ => return token,
        }
    }
}
