use std::borrow::Cow;
use std::collections::HashMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::board::Color;
use crate::geometry::Point;
use crate::study::VERSION;
use crate::threat::{Node, NodeId, ProofTree, Replies, Reply};

use super::error::{DEEPEST, TreeLineError, TreeProblem};
use super::token::{Token, Tokens};

/// A tree as a line says it: its position is still text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeLine<'a> {
    /// The position line, a JSON object. Its points have the names of this crate.
    pub position: &'a str,
    /// Who is said to win.
    pub attacker: Color,
    /// And how.
    pub tree: ProofTree,
}

/// The outermost object. What is inside is kept as text, which takes no stack however deep it is.
#[derive(Deserialize)]
struct Outermost<'a> {
    v: u64,
    #[serde(borrow)]
    position: &'a RawValue,
    attacker: Color,
    #[serde(borrow)]
    tree: &'a RawValue,
}

impl<'a> TreeLine<'a> {
    /// Reads a line as [`TreeFile::to_json`](super::TreeFile::to_json) writes it.
    ///
    /// Fields may come in any order; unknown ones are ignored. Nodes that say the same become one.
    ///
    /// # Errors
    ///
    /// The first mistake, with the moves that lead to it.
    pub fn read(text: &'a str) -> Result<TreeLine<'a>, TreeLineError> {
        let at_once = |problem| TreeLineError {
            path: Vec::new(),
            problem,
        };
        let outermost: Outermost<'a> = serde_json::from_str(text)
            .map_err(|error| at_once(TreeProblem::Json(error.to_string())))?;
        if outermost.v != u64::from(VERSION) {
            return Err(at_once(TreeProblem::Version(outermost.v)));
        }
        let mut reader = Reader::new(outermost.tree.get());
        let read = reader.read();
        Ok(TreeLine {
            position: outermost.position.get(),
            attacker: outermost.attacker,
            tree: read.map_err(|problem| TreeLineError {
                path: reader.path(),
                problem,
            })?,
        })
    }
}

/// An object that is not read to its end yet.
enum Open {
    Node(OpenNode),
    Reply(OpenReply),
}

#[derive(Default)]
struct OpenNode {
    attack: Option<Point>,
    replies: Option<Vec<Reply>>,
    /// Whether the list of replies is being read.
    is_in_list: bool,
    ends: bool,
}

#[derive(Default)]
struct OpenReply {
    moves: Option<Replies>,
    then: Option<NodeId>,
}

/// Reads a tree token by token, with the objects that are open on a stack of its own.
struct Reader<'a> {
    tokens: Tokens<'a>,
    open: Vec<Open>,
    tree: ProofTree,
    /// Where a node stands that has been read before.
    known: HashMap<Node, NodeId>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            tokens: Tokens::new(text),
            open: Vec::new(),
            tree: ProofTree::empty(),
            known: HashMap::new(),
        }
    }

    fn read(&mut self) -> Result<ProofTree, TreeProblem> {
        match self.tokens.next() {
            Some(Token::Bare("null")) => return Ok(ProofTree::empty()),
            Some(Token::Object) => self.open.push(Open::Node(OpenNode::default())),
            _ => return Err(wrong("tree", "an object, or null")),
        }
        while !self.open.is_empty()
            && let Some(token) = self.tokens.next()
        {
            self.step(token)?;
        }
        Ok(std::mem::take(&mut self.tree))
    }

    /// What a token means to the innermost object.
    fn step(&mut self, token: Token<'a>) -> Result<(), TreeProblem> {
        let inner = match (self.open.last_mut(), token) {
            (Some(Open::Node(node)), token) if node.is_in_list => node.element(token)?,
            (Some(Open::Node(_)), Token::Close) => return self.close_node(),
            (Some(Open::Reply(_)), Token::Close) => return self.close_reply(),
            (Some(Open::Node(node)), key) => node.field(key, &mut self.tokens)?,
            (Some(Open::Reply(reply)), key) => reply.field(key, &mut self.tokens)?,
            (None, _) => None,
        };
        if inner.is_some() && self.open.len() >= DEEPEST {
            return Err(TreeProblem::TooDeep);
        }
        self.open.extend(inner);
        Ok(())
    }

    fn close_node(&mut self) -> Result<(), TreeProblem> {
        let Some(Open::Node(node)) = self.open.last_mut() else {
            return Ok(());
        };
        let node = node.closed()?;
        self.open.pop();
        let id = self.id(node);
        if let Some(Open::Reply(reply)) = self.open.last_mut() {
            reply.then = Some(id);
        }
        Ok(())
    }

    /// The place of a node, which is added unless it is there.
    fn id(&mut self, node: Node) -> NodeId {
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        let id = self.tree.add(node.clone());
        self.known.insert(node, id);
        id
    }

    fn close_reply(&mut self) -> Result<(), TreeProblem> {
        let Some(Open::Reply(reply)) = self.open.last_mut() else {
            return Ok(());
        };
        let reply = reply.closed()?;
        self.open.pop();
        if let Some(Open::Node(OpenNode { replies, .. })) = self.open.last_mut() {
            replies.get_or_insert_default().push(reply);
        }
        Ok(())
    }

    /// The moves of the objects that are open.
    fn path(&self) -> Vec<String> {
        let name = |at: Option<&Point>| at.map_or_else(|| "?".to_owned(), Point::to_string);
        let of = |open: &Open| match open {
            Open::Node(node) => name(node.attack.as_ref()),
            Open::Reply(reply) => match &reply.moves {
                Some(Replies::AllOthers) => "*".to_owned(),
                Some(Replies::These(points)) => name(points.first()),
                None => name(None),
            },
        };
        let mut path: Vec<String> = self.open.iter().map(of).collect();
        while path.last().is_some_and(|last| last == "?") {
            path.pop();
        }
        path
    }
}

impl OpenNode {
    /// An element of the list of replies, or its end.
    fn element(&mut self, token: Token<'_>) -> Result<Option<Open>, TreeProblem> {
        match token {
            Token::Object => return Ok(Some(Open::Reply(OpenReply::default()))),
            Token::Close => self.is_in_list = false,
            Token::List | Token::Text(_) | Token::Bare(_) => {
                return Err(wrong("each of the replies", "an object"));
            }
        }
        Ok(None)
    }

    fn field(
        &mut self,
        key: Token<'_>,
        tokens: &mut Tokens<'_>,
    ) -> Result<Option<Open>, TreeProblem> {
        let Some(value) = tokens.next() else {
            return Ok(None);
        };
        match &*unquoted(key) {
            "move" => once("move", self.attack.replace(point("move", value)?))?,
            "replies" if value == Token::List => {
                once("replies", self.replies.replace(Vec::new()))?;
                self.is_in_list = true;
            }
            "replies" => return Err(wrong("replies", "a list")),
            "end" if unquoted(value) == "five" => {
                once("end", self.ends.then_some(()))?;
                self.ends = true;
            }
            "end" => return Err(wrong("end", "\"five\"")),
            _ => tokens.pass_over(value),
        }
        Ok(None)
    }

    fn closed(&mut self) -> Result<Node, TreeProblem> {
        let attack = self.attack.ok_or(TreeProblem::Missing("move"))?;
        let replies = self.replies.take();
        match replies {
            Some(replies) if self.ends && !replies.is_empty() => Err(TreeProblem::EndsAndGoesOn),
            None if !self.ends => Err(TreeProblem::NeitherEndNorReplies),
            replies => Ok(Node {
                attack,
                replies: replies.unwrap_or_default(),
            }),
        }
    }
}

impl OpenReply {
    fn field(
        &mut self,
        key: Token<'_>,
        tokens: &mut Tokens<'_>,
    ) -> Result<Option<Open>, TreeProblem> {
        let Some(value) = tokens.next() else {
            return Ok(None);
        };
        match &*unquoted(key) {
            "moves" if value == Token::List => {
                let moves = moves(tokens)?;
                once("moves", self.moves.replace(moves))?;
            }
            "moves" => return Err(wrong("moves", "a list")),
            "then" if value == Token::Object => {
                once("then", self.then)?;
                return Ok(Some(Open::Node(OpenNode::default())));
            }
            "then" => return Err(wrong("then", "an object")),
            _ => tokens.pass_over(value),
        }
        Ok(None)
    }

    fn closed(&mut self) -> Result<Reply, TreeProblem> {
        Ok(Reply {
            then: self.then.ok_or(TreeProblem::Missing("then"))?,
            moves: self.moves.take().ok_or(TreeProblem::Missing("moves"))?,
        })
    }
}

/// The list of moves whose bracket has been read.
fn moves(tokens: &mut Tokens<'_>) -> Result<Replies, TreeProblem> {
    let mut points = Vec::new();
    let mut others = false;
    for token in tokens.by_ref() {
        match token {
            Token::Close => break,
            Token::Text("\"*\"") if !others => others = true,
            token => points.push(point("each of the moves", token)?),
        }
    }
    match (others, points.is_empty()) {
        (false, _) => Ok(Replies::These(points)),
        (true, true) => Ok(Replies::AllOthers),
        (true, false) => Err(TreeProblem::NotAlone),
    }
}

fn point(field: &'static str, token: Token<'_>) -> Result<Point, TreeProblem> {
    if !matches!(token, Token::Text(_)) {
        return Err(wrong(field, "a string such as \"H8\""));
    }
    let name = unquoted(token);
    name.parse().map_err(|error| {
        TreeProblem::BadPoint(format!("{:?} is no point: {error}", shortened(&name)))
    })
}

/// The first characters of a text that may be long.
fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

/// What a string says; nothing if it is none, or has half a character.
fn unquoted(token: Token<'_>) -> Cow<'_, str> {
    match token {
        Token::Text(text) if text.contains('\\') => serde_json::from_str::<String>(text)
            .unwrap_or_default()
            .into(),
        Token::Text(text) => text.trim_matches('"').into(),
        Token::Object | Token::List | Token::Close | Token::Bare(_) => "".into(),
    }
}

/// Refuses a field that had a value before.
fn once<T>(field: &'static str, before: Option<T>) -> Result<(), TreeProblem> {
    before.map_or(Ok(()), |_| Err(TreeProblem::Twice(field)))
}

fn wrong(field: &'static str, should: &'static str) -> TreeProblem {
    TreeProblem::Wrong { field, should }
}
