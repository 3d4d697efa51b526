//! Writes a game tree as a `RenLib` library, version 3.0 where that holds it, else 3.4.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::loss::{Impossible, Loss, Losses};
use crate::setup_text::{Written, beside_tree};
use crate::{Encoding, WriteOptions};
use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::position::{Game, GameNode, NodeExtras, Tree, TreePlace};

use super::node::{
    BOARD_TEXT, COMMENT, HEADER, LEAF, LOOSE_TEXT, MARK, MORE, NAME, NO_MOVE, OLD_VERSION,
    SEPARATOR, SIBLING, START, VERSION, position_of,
};
use super::texts::{comment_of, loose_text};

/// Writes a library: version 3.0 where `RenLib` would, else 3.4.
pub(crate) fn write(game: &Game, options: WriteOptions) -> Result<Written, Impossible> {
    let encoding = options.encoding.unwrap_or(Encoding::UTF_8);
    if encoding.is_utf16() {
        return Err(Impossible::Encoding(encoding));
    }
    if let Some(size) = game.size.filter(|&size| size != Size::RENJU) {
        return Err(Impossible::OtherSize(size, "15x15"));
    }
    let mut writer = LibraryWriter {
        tree: &game.tree,
        encoding,
        bytes: Vec::new(),
        has_nowhere: false,
        taken: PointSet::EMPTY,
        open: Vec::new(),
        lost: beside_tree(game),
    };
    let (root_length, is_root_silent) = writer.root(game);
    for place in game.tree.places() {
        writer.place(place)?;
    }
    let is_old = is_root_silent && !writer.has_nowhere && begins_at_centre(&game.tree);
    let (version, body) = if is_old {
        (OLD_VERSION, &writer.bytes[root_length..])
    } else {
        (VERSION, &writer.bytes[..])
    };
    let mut bytes = [NAME, &version[..]].concat();
    bytes.resize(HEADER, 0xff);
    bytes.extend(body);
    Ok(Written {
        bytes,
        lost: writer.lost,
    })
}

/// Whether all lines begin at H8: there is one child of the root.
fn begins_at_centre(tree: &Tree) -> bool {
    let mut children = tree.children(Tree::ROOT);
    let first = children.next().filter(|_| children.next().is_none());
    let played = first.and_then(|first| tree.node(first).played);
    played == Some((Color::Black, Point::new(7, 7)))
}

/// A node that is written and whose children are not yet all.
struct UnclosedNode<'a> {
    point: Option<Point>,
    /// Who plays after it.
    to_play: Color,
    labels: Option<Box<Labels<'a>>>,
}

/// Where the board texts of a node go.
#[derive(Default)]
struct Labels<'a> {
    /// To these of its children, the last one first.
    of_children: Vec<(TreePlace, &'a str)>,
    /// To nodes of their own.
    others: Vec<(Point, &'a str)>,
}

/// A file in the making.
struct LibraryWriter<'a> {
    tree: &'a Tree,
    encoding: Encoding,
    bytes: Vec<u8>,
    /// Whether there are nodes at no point: passes, and such as play no move.
    has_nowhere: bool,
    /// The stones of the line.
    taken: PointSet,
    /// The line.
    open: Vec<UnclosedNode<'a>>,
    lost: Losses,
}

impl<'a> LibraryWriter<'a> {
    /// Writes the root of the file, which is that of the tree unless that plays a move; how long it
    /// is, and whether it says nothing.
    fn root(&mut self, game: &'a Game) -> (usize, bool) {
        let root = self.tree.node(Tree::ROOT);
        if root.played.is_some() {
            self.bytes.extend([0, 0]);
            self.open.push(UnclosedNode {
                point: None,
                to_play: Color::Black,
                labels: None,
            });
            return (self.bytes.len(), true);
        }
        let labels = self.labels(Tree::ROOT, Color::Black);
        let is_leaf = self.is_leaf(Tree::ROOT, labels.as_deref());
        let has_others = labels
            .as_ref()
            .is_some_and(|labels| !labels.others.is_empty());
        let text = loose_text(&game.info.properties);
        if text.is_some() {
            self.lost.remove(Loss::Properties);
            let others = game.info.properties.len() - 1 + usize::from(game.info.rule.is_some());
            self.lost.add(Loss::Properties, others);
        }
        self.node(
            0,
            if is_leaf { LEAF } else { 0 },
            Some(root),
            text.as_deref(),
        );
        self.open.push(UnclosedNode {
            point: None,
            to_play: Color::Black,
            labels,
        });
        let says = self.bytes.get(1).is_some_and(|flags| flags & !LEAF != 0);
        (self.bytes.len(), !says && !has_others)
    }

    /// Writes the node at a place, and what ends with it.
    fn place(&mut self, place: TreePlace) -> Result<(), Impossible> {
        let tree = self.tree;
        let node = tree.node(place);
        let ends = node.title().matches(SEPARATOR).count();
        self.lost.add(Loss::Characters, ends);
        if let Some(more) = node.more() {
            self.check(place, more)?;
        }
        if place != Tree::ROOT || node.played.is_some() {
            self.child(place)?;
        }
        if tree.children(place).next().is_none() {
            self.close(place);
        }
        Ok(())
    }

    /// Writes the node of a child of the last open one, a pass before it where it needs one.
    fn child(&mut self, place: TreePlace) -> Result<(), Impossible> {
        let node = self.tree.node(place);
        let (mut sibling, mut to_play, mut text) = (0, Color::Black, None);
        if let Some(above) = self.open.last_mut() {
            to_play = above.to_play;
            let labels = above.labels.as_deref_mut();
            let has_others = labels
                .as_ref()
                .is_some_and(|labels| !labels.others.is_empty());
            if has_others || self.tree.next_sibling(place).is_some() {
                sibling = SIBLING;
            }
            let of_children = labels.map(|labels| &mut labels.of_children);
            text = of_children
                .and_then(|texts| texts.pop_if(|(child, _)| *child == place))
                .map(|(_, text)| text.to_owned());
        }
        let mut no_move = NO_MOVE;
        let mut point = None;
        if let Some((color, played)) = node.played {
            if color != to_play {
                self.bytes.extend([0, sibling]);
                sibling = 0;
                self.has_nowhere = true;
            }
            (no_move, to_play, point) = (0, !color, played);
        }
        let position = match point {
            Some(point) if self.taken.contains(point) => return Err(Impossible::PointTaken(point)),
            Some(point) => on_board(point)?,
            None => 0,
        };
        let labels = self.labels(place, to_play);
        let leaf = if self.is_leaf(place, labels.as_deref()) {
            LEAF
        } else {
            0
        };
        let more = node.more();
        if position == 0 {
            self.has_nowhere = true;
            text = more.and_then(|more| loose_text(&more.properties));
        }
        self.node(
            position,
            sibling | leaf | no_move,
            Some(node),
            text.as_deref(),
        );
        if let Some(point) = point {
            self.taken.insert(point);
        }
        self.open.push(UnclosedNode {
            point,
            to_play,
            labels,
        });
        Ok(())
    }

    /// Ends the line at a leaf, up to the node that has another child.
    fn close(&mut self, leaf: TreePlace) {
        let mut at = Some(leaf);
        while let Some(place) = at {
            let Some(UnclosedNode { point, labels, .. }) = self.open.pop() else {
                return;
            };
            if let Some(labels) = labels {
                self.own_nodes(&labels.others);
            }
            if let Some(point) = point {
                self.taken.remove(point);
            }
            if self.tree.next_sibling(place).is_some() {
                return;
            }
            at = self.tree.parent(place);
        }
    }

    /// Writes a node for each board text where no move is.
    fn own_nodes(&mut self, labels: &[(Point, &str)]) {
        for (number, (point, text)) in labels.iter().enumerate() {
            let sibling = if number + 1 < labels.len() {
                SIBLING
            } else {
                0
            };
            let position = position_of(*point).unwrap_or_default();
            self.node(position, sibling | LEAF | NO_MOVE, None, Some(text));
        }
    }

    /// Writes a node with its texts.
    fn node(&mut self, position: u8, flags: u8, node: Option<&GameNode>, text: Option<&str>) {
        let comment = node.and_then(comment_of);
        let more = node.and_then(|node| node.more());
        let says = |flag: u8, is_said: bool| if is_said { flag } else { 0 };
        let flags = flags
            | says(COMMENT, comment.is_some())
            | says(MORE, text.is_some())
            | says(MARK, more.is_some_and(|more| more.is_marked))
            | says(START, more.is_some_and(|more| more.is_start));
        self.bytes.extend([position, flags]);
        if text.is_some() {
            self.bytes.extend(BOARD_TEXT.to_be_bytes());
        }
        if let Some(comment) = comment {
            self.text(&comment);
        }
        if let Some(text) = text {
            self.text(text);
        }
    }

    /// Writes a text, with line breaks as Windows has them, up to a zero at an even place.
    fn text(&mut self, text: &str) {
        const END: char = '\0';
        let ends = text.matches(END).count();
        let text = text.replace(END, "").replace('\n', "\r\n");
        let (bytes, lacking) = self.encoding.encode(&text);
        self.lost.add(Loss::Characters, ends + lacking);
        let zeros = if bytes.len().is_multiple_of(2) { 2 } else { 1 };
        self.bytes.extend(bytes);
        self.bytes.extend(&[0, 0][..zeros]);
    }

    fn is_leaf(&self, place: TreePlace, labels: Option<&Labels<'_>>) -> bool {
        let has_others = labels.is_some_and(|labels| !labels.others.is_empty());
        !has_others && self.tree.children(place).next().is_none()
    }

    /// Tells the board texts of a node that go to its children from the others. A child that needs a
    /// pass before it is no child in the file.
    fn labels(&self, place: TreePlace, to_play: Color) -> Option<Box<Labels<'a>>> {
        let tree = self.tree;
        let more = tree.node(place).more();
        let texts = &more.filter(|more| !more.labels.is_empty())?.labels;
        let mut children: HashMap<Point, Vec<TreePlace>> = HashMap::new();
        for child in tree.children(place) {
            if let Some((color, Some(point))) = tree.node(child).played
                && color == to_play
            {
                children.entry(point).or_default().push(child);
            }
        }
        for same in children.values_mut() {
            same.reverse();
        }
        let mut labels = Labels::default();
        for (point, text) in texts {
            match children.get_mut(point).and_then(Vec::pop) {
                Some(child) => labels.of_children.push((child, text)),
                None => labels.others.push((*point, text)),
            }
        }
        // Children have their places in the order in which they were added.
        labels
            .of_children
            .sort_unstable_by_key(|&(child, _)| Reverse(child));
        Some(Box::new(labels))
    }

    /// Counts what a node says and a library does not.
    ///
    /// # Errors
    ///
    /// If it puts or takes stones, or names a point that is not on the board.
    fn check(&mut self, place: TreePlace, more: &NodeExtras) -> Result<(), Impossible> {
        if more.changes_stones() {
            return Err(Impossible::NoOrder);
        }
        for (point, _) in &more.labels {
            on_board(*point)?;
        }
        self.lost.add(Loss::Marks, more.marks.len());
        let has_times = self.lost.iter().any(|(loss, _)| loss == Loss::Times);
        self.lost
            .add(Loss::Times, usize::from(more.time.is_some() && !has_times));
        self.lost
            .add(Loss::Values, usize::from(more.value.is_some()));
        let is_other = |(name, _): &&(String, Vec<String>)| name != LOOSE_TEXT;
        let others = more.properties.iter().filter(is_other).count();
        self.lost.add(Loss::Properties, others);
        if let Some(to_move) = more.to_move {
            let first = self.tree.children(place).next();
            let next = first.and_then(|first| self.tree.node(first).played);
            let is_played = next.is_some_and(|(color, _)| color == to_move);
            self.lost.add(
                Loss::SideToMove,
                usize::from(!is_played && !self.is_turn(place, to_move)),
            );
        }
        Ok(())
    }

    /// Whether it is the turn of a side after a node that comes next in the file.
    fn is_turn(&self, place: TreePlace, side: Color) -> bool {
        match self.tree.node(place).played {
            Some((color, _)) => side != color,
            None => self.open.last().is_none_or(|above| above.to_play == side),
        }
    }
}

/// The byte of a point.
fn on_board(point: Point) -> Result<u8, Impossible> {
    position_of(point).ok_or(Impossible::OffBoard(point, Size::RENJU))
}
