use std::fmt::{self, Write};

use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::threat::{NodeId, Replies, Reply};

use super::TreeFile;

/// How often the answer to a reply is written: once for each point that is named.
pub(super) fn copies(reply: &Reply) -> u64 {
    match &reply.moves {
        Replies::These(points) => points.len() as u64,
        Replies::AllOthers => 1,
    }
}

/// What is left to write, the last first.
enum Step {
    Text(&'static str),
    Reply(Option<Point>, NodeId),
    Node(NodeId),
}

/// Writes the file of a win: one game of FF\[4\], with a line break before each variation.
pub(super) fn write(out: &mut impl Write, file: &TreeFile) -> fmt::Result {
    let size = file.position.board().size();
    let writer = Writer { out, size, file };
    writer.game()
}

struct Writer<'a, W> {
    out: &'a mut W,
    size: Size,
    file: &'a TreeFile,
}

impl<W: Write> Writer<'_, W> {
    fn game(mut self) -> fmt::Result {
        self.out.write_str("(")?;
        self.root()?;
        self.variations()?;
        self.out.write_str(")\n")
    }

    /// The root node, and the pass of a defender who is to move.
    fn root(&mut self) -> fmt::Result {
        let position = &self.file.position;
        let attacker = self.file.attacker;
        write!(
            self.out,
            ";FF[4]GM[4]CA[UTF-8]AP[renju:{}]SZ[{}]RU[{}]GN[{}]PL[{}]",
            env!("CARGO_PKG_VERSION"),
            self.size.get(),
            position.rule(),
            escaped(&self.file.id),
            letter(position.to_move()),
        )?;
        for (property, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let stones = position.board().stones(color);
            if !stones.is_empty() {
                self.out.write_str(property)?;
            }
            for at in stones.iter() {
                write!(self.out, "[{}]", self.name(at))?;
            }
        }
        if self.file.tree.is_empty() {
            return write!(self.out, "C[{attacker} has won]");
        }
        write!(self.out, "C[{attacker} wins]")?;
        if position.to_move() != attacker {
            write!(self.out, "\n;{}[]C[pass]", letter(!attacker))?;
        }
        Ok(())
    }

    fn variations(&mut self) -> fmt::Result {
        let attacker = self.file.attacker;
        let mut steps: Vec<Step> = self.file.tree.root().map(Step::Node).into_iter().collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Text(part) => self.out.write_str(part)?,
                Step::Reply(at, then) => {
                    match at {
                        Some(at) => self.stone(!attacker, at)?,
                        None => write!(self.out, ";{}[]C[any other reply]", letter(!attacker))?,
                    }
                    steps.push(Step::Node(then));
                }
                Step::Node(id) => {
                    self.stone(attacker, self.file.tree.node(id).attack)?;
                    self.replies(id, &mut steps)?;
                }
            }
        }
        Ok(())
    }

    /// Puts the replies of a node on the stack, in parentheses if there are several.
    fn replies(&mut self, id: NodeId, steps: &mut Vec<Step>) -> fmt::Result {
        let node = self.file.tree.node(id);
        let mut replies: Vec<(Option<Point>, NodeId)> = Vec::new();
        for reply in &node.replies {
            match &reply.moves {
                Replies::AllOthers => replies.push((None, reply.then)),
                Replies::These(points) => {
                    replies.extend(points.iter().map(|&at| (Some(at), reply.then)));
                }
            }
        }
        match replies.as_slice() {
            [] => self.out.write_str("C[five]")?,
            [(at, then)] => steps.push(Step::Reply(*at, *then)),
            several => {
                for &(at, then) in several.iter().rev() {
                    steps.extend([Step::Text(")"), Step::Reply(at, then), Step::Text("\n(")]);
                }
            }
        }
        Ok(())
    }

    fn stone(&mut self, color: Color, at: Point) -> fmt::Result {
        write!(self.out, ";{}[{}]", letter(color), self.name(at))
    }

    /// Two letters: the column, and the row from the top.
    fn name(&self, at: Point) -> String {
        let row = self.size.get().saturating_sub(1).saturating_sub(at.row());
        [at.column(), row]
            .map(|number| char::from(b'a' + number))
            .iter()
            .collect()
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// A text as the value of a property.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_value_is_escaped() {
        assert_eq!(escaped(r"a]b\"), r"a\]b\\");
    }
}
