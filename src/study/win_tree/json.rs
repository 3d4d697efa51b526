use std::fmt::{self, Write};

use serde::Serialize;

use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::rule::Rule;
use crate::study::{Played, VERSION, played};
use crate::threat::{NodeId, ProofTree, Replies, Reply};

use super::TreeFile;

/// A position line: a game that Black began on an empty board as its moves, else the stones.
#[derive(Serialize)]
struct PositionLine<'a> {
    id: &'a str,
    size: Size,
    rule: Rule,
    to_move: Color,
    #[serde(flatten)]
    stones: Stones,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Stones {
    Listed {
        black: Vec<Point>,
        white: Vec<Point>,
    },
    Played {
        moves: Vec<Played>,
    },
}

/// What is left to write, the last first.
enum Step<'a> {
    Text(&'static str),
    Reply(&'a Reply),
    Node(NodeId),
}

/// Writes the line of a win.
pub(super) fn write(out: &mut impl Write, file: &TreeFile) -> fmt::Result {
    let position = position_line(file);
    let attacker = file.attacker;
    write!(
        out,
        r#"{{"v":{VERSION},"position":{position},"attacker":"{attacker}","tree":"#
    )?;
    match file.tree.root() {
        None => out.write_str("null")?,
        Some(root) => write_node(out, &file.tree, root)?,
    }
    out.write_str("}")
}

fn position_line(file: &TreeFile) -> String {
    let position = &file.position;
    let stones = |color: Color| position.board().stones(color).iter().collect();
    let stones = match position.moves() {
        Some(moves) if !moves.is_empty() => Stones::Played {
            moves: moves.iter().copied().map(played).collect(),
        },
        _ => Stones::Listed {
            black: stones(Color::Black),
            white: stones(Color::White),
        },
    };
    let line = PositionLine {
        id: &file.id,
        size: position.board().size(),
        rule: position.rule(),
        to_move: position.to_move(),
        stones,
    };
    serde_json::to_string(&line).expect("a position line has nothing but string keys")
}

fn write_node(out: &mut impl Write, tree: &ProofTree, root: NodeId) -> fmt::Result {
    let mut steps = vec![Step::Node(root)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(part) => out.write_str(part)?,
            Step::Reply(reply) => {
                write!(out, r#"{{"moves":[{}],"then":"#, names(&reply.moves))?;
                steps.extend([Step::Text("}"), Step::Node(reply.then)]);
            }
            Step::Node(id) => {
                let node = tree.node(id);
                if node.replies.is_empty() {
                    write!(out, r#"{{"move":"{}","end":"five"}}"#, node.attack)?;
                    continue;
                }
                write!(out, r#"{{"move":"{}","replies":["#, node.attack)?;
                steps.push(Step::Text("]}"));
                for (index, reply) in node.replies.iter().enumerate().rev() {
                    steps.push(Step::Reply(reply));
                    if index > 0 {
                        steps.push(Step::Text(","));
                    }
                }
            }
        }
    }
    Ok(())
}

/// The replies as the elements of a list.
fn names(moves: &Replies) -> String {
    match moves {
        Replies::AllOthers => "\"*\"".to_owned(),
        Replies::These(points) => {
            let names: Vec<String> = points.iter().map(|at| format!("\"{at}\"")).collect();
            names.join(",")
        }
    }
}
