//! Arena tree of a game with variations: moves, set-up stones, comments and marks on each node.

use std::num::NonZeroU32;

use crate::board::Color;
use crate::geometry::{Point, PointSet, Size, Symmetry};

use super::{GameInfo, Setup, StoredValue};

/// A game with its variations: nodes in one list, each of which may play a stone, put some or take
/// them, and say something.
///
/// The first node is the root. Nothing here is checked against rules or a board; a
/// [`Setup`](super::Setup) of one line is made by [`Tree::setup`] and checked as any other. All
/// walks go by loops: a line may be as long as the tree.
///
/// ```
/// use renju_core::board::Color;
/// use renju_core::position::{GameNode, Tree};
///
/// let mut tree = Tree::default();
/// let mut at = Tree::ROOT;
/// for (color, name) in [(Color::Black, "H8"), (Color::White, "I9"), (Color::Black, "G7")] {
///     at = tree.add(at, GameNode::of_move(color, Some(name.parse()?)));
/// }
/// let other = tree.parent(at).expect("it is no root");
/// tree.add(other, GameNode::of_move(Color::Black, None)); // A pass instead of G7.
/// assert_eq!(tree.main_line().count(), 4);
/// assert_eq!(tree.lines().count(), 2);
/// assert_eq!(tree.setup(at).moves, ["H8", "I9", "G7"].map(|name| name.parse().ok()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    links: Vec<Links>,
    nodes: Vec<GameNode>,
}

/// The place of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TreePlace(u32);

/// The neighbours of a node. The root is no child, so none of them has the number 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Links {
    parent: u32,
    first_child: Option<NonZeroU32>,
    last_child: Option<NonZeroU32>,
    next_sibling: Option<NonZeroU32>,
}

/// What a node does and says.
#[derive(Clone, Debug, Default)]
pub struct GameNode {
    /// The move, `None` for a node that plays none: who plays, and where; a pass is nowhere.
    pub played: Option<(Color, Option<Point>)>,
    /// What few nodes have, behind one pointer: there are libraries of a hundred million nodes.
    pub(super) said: Option<Box<NodeData>>,
}

/// Two parts, because many nodes have a comment and nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct NodeData {
    text: NodeText,
    more: Option<Box<NodeExtras>>,
}

/// What a node says in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NodeText {
    /// What the node is called: in one line, beside the move.
    pub title: String,
    /// A comment, with line breaks.
    pub comment: String,
}

/// What a node changes on the board in addition to its move, and what it marks there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NodeExtras {
    /// Black stones that are put on the board.
    pub black: Vec<Point>,
    /// White stones that are put on the board.
    pub white: Vec<Point>,
    /// Points whose stones are taken away.
    pub emptied: Vec<Point>,
    /// Whose turn it is, where the node says so.
    pub to_move: Option<Color>,
    /// Short texts on points.
    pub labels: Vec<(Point, String)>,
    /// Points that are marked, each with how.
    pub marks: Vec<(Point, PointMark)>,
    /// Whether the move itself is marked.
    pub is_marked: bool,
    /// Whether a program is to show this node first.
    pub is_start: bool,
    /// Milliseconds that the move took.
    pub time: Option<u64>,
    /// What an engine found out about the position after the move.
    pub value: Option<StoredValue>,
    /// Properties that mean nothing here, each with its values as they are written.
    pub properties: Vec<(String, Vec<String>)>,
}

/// How a point is marked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PointMark {
    /// A cross, `MA` in SGF.
    Cross,
    /// A circle, `CR` in SGF.
    Circle,
    /// A square, `SQ` in SGF.
    Square,
    /// A triangle, `TR` in SGF.
    Triangle,
}

impl GameNode {
    /// A node that plays a move; `None` is a pass.
    pub fn of_move(color: Color, point: Option<Point>) -> GameNode {
        GameNode {
            played: Some((color, point)),
            ..GameNode::default()
        }
    }

    /// What the node is called; empty if it has no name.
    pub fn title(&self) -> &str {
        self.said.as_deref().map_or("", |said| &said.text.title)
    }

    /// The comment; empty if there is none.
    pub fn comment(&self) -> &str {
        self.said.as_deref().map_or("", |said| &said.text.comment)
    }

    /// How many texts it has: the title and the comment.
    pub fn text_count(&self) -> usize {
        let texts = [self.title(), self.comment()];
        texts.iter().filter(|text| !text.is_empty()).count()
    }

    /// What the node says in words, to be filled in.
    pub fn text_mut(&mut self) -> &mut NodeText {
        &mut self.said.get_or_insert_default().text
    }

    /// Every point that it names.
    fn points_mut(&mut self) -> impl Iterator<Item = &mut Point> {
        let played = self
            .played
            .iter_mut()
            .filter_map(|(_, point)| point.as_mut());
        let said = self.said.as_deref_mut();
        let more = said.and_then(|said| said.more.as_deref_mut()).into_iter();
        played.chain(more.flat_map(|more| {
            let stones = more.black.iter_mut().chain(&mut more.white);
            let labels = more.labels.iter_mut().map(|(point, _)| point);
            let marks = more.marks.iter_mut().map(|(point, _)| point);
            stones.chain(&mut more.emptied).chain(labels).chain(marks)
        }))
    }

    /// What it changes on the board in addition to its move, and marks there.
    pub fn more(&self) -> Option<&NodeExtras> {
        self.said.as_deref()?.more.as_deref()
    }

    /// The same, `None` if it says nothing.
    fn more_that_says(&self) -> Option<&NodeExtras> {
        self.more().filter(|more| **more != NodeExtras::default())
    }

    /// What it changes on the board and marks there, to be filled in.
    pub fn more_mut(&mut self) -> &mut NodeExtras {
        self.said
            .get_or_insert_default()
            .more
            .get_or_insert_default()
    }
}

/// Texts and extras that say nothing are as none.
impl PartialEq for GameNode {
    fn eq(&self, other: &GameNode) -> bool {
        self.played == other.played
            && self.title() == other.title()
            && self.comment() == other.comment()
            && self.more_that_says() == other.more_that_says()
    }
}

impl Eq for GameNode {}

/// Equal trees have equal nodes in the order of [`Tree::places`], however they were made.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let children = |tree: &Tree, place| tree.children(place).count();
        let mut pairs = self.places().zip(other.places());
        self.len() == other.len()
            && pairs.all(|(one, two)| {
                self.node(one) == other.node(two) && children(self, one) == children(other, two)
            })
    }
}

impl Eq for Tree {}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            links: vec![Links::default()],
            nodes: vec![GameNode::default()],
        }
    }
}

impl Tree {
    /// The place of the first node.
    pub const ROOT: TreePlace = TreePlace(0);

    /// How many nodes there are, the root included.
    #[expect(clippy::len_without_is_empty, reason = "there is always a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node at a place.
    ///
    /// # Panics
    ///
    /// If the place is of another tree, which has more nodes.
    pub fn node(&self, place: TreePlace) -> &GameNode {
        &self.nodes[place.index()]
    }

    /// The node at a place, to be changed.
    ///
    /// # Panics
    ///
    /// If the place is of another tree, which has more nodes.
    pub fn node_mut(&mut self, place: TreePlace) -> &mut GameNode {
        &mut self.nodes[place.index()]
    }

    /// Adds a node behind the other children of its parent.
    ///
    /// # Panics
    ///
    /// If the tree has four thousand million nodes, or the place is of another tree.
    pub fn add(&mut self, parent: TreePlace, node: GameNode) -> TreePlace {
        let number = u32::try_from(self.nodes.len()).ok();
        let number = number
            .and_then(NonZeroU32::new)
            .expect("a tree that fits into memory");
        self.nodes.push(node);
        self.links.push(Links {
            parent: parent.0,
            ..Links::default()
        });
        let above = &mut self.links[parent.index()];
        let before = above.last_child.replace(number);
        match before {
            Some(before) => self.links[before.get() as usize].next_sibling = Some(number),
            None => above.first_child = Some(number),
        }
        TreePlace(number.get())
    }

    /// The node above, `None` above the root.
    pub fn parent(&self, place: TreePlace) -> Option<TreePlace> {
        (place != Tree::ROOT).then(|| TreePlace(self.links[place.index()].parent))
    }

    /// The nodes below, in their order.
    pub fn children(&self, place: TreePlace) -> impl Iterator<Item = TreePlace> {
        let first = TreePlace::of(self.links[place.index()].first_child);
        std::iter::successors(first, |&child| self.next_sibling(child))
    }

    /// The next child of the same parent.
    pub fn next_sibling(&self, place: TreePlace) -> Option<TreePlace> {
        TreePlace::of(self.links[place.index()].next_sibling)
    }

    /// The nodes from the root on, always the first child.
    pub fn main_line(&self) -> impl Iterator<Item = TreePlace> {
        std::iter::successors(Some(Tree::ROOT), |&place| self.children(place).next())
    }

    /// The ends of all lines, in their order: the first is that of the main line.
    pub fn lines(&self) -> impl Iterator<Item = TreePlace> {
        self.places()
            .filter(|&place| self.children(place).next().is_none())
    }

    /// The end of the line that comes after the one that ends at `leaf`.
    pub fn next_line(&self, leaf: TreePlace) -> Option<TreePlace> {
        let mut places = std::iter::successors(self.after(leaf), |&place| self.after(place));
        places.find(|&place| self.children(place).next().is_none())
    }

    /// All places, parents before children, and children before the next sibling.
    pub fn places(&self) -> impl Iterator<Item = TreePlace> {
        std::iter::successors(Some(Tree::ROOT), |&place| self.after(place))
    }

    /// The place that comes next in that order.
    fn after(&self, place: TreePlace) -> Option<TreePlace> {
        if let Some(child) = self.children(place).next() {
            return Some(child);
        }
        let mut above = Some(place);
        while let Some(place) = above {
            if let Some(next) = self.next_sibling(place) {
                return Some(next);
            }
            above = self.parent(place);
        }
        None
    }

    /// Adds all nodes of another tree but its root, with its children below `place`.
    pub(super) fn graft(&mut self, place: TreePlace, other: &Tree) {
        let mut there = vec![place; other.len()];
        for from in other.places().skip(1) {
            let parent = other.parent(from).unwrap_or(Tree::ROOT);
            there[from.index()] = self.add(there[parent.index()], other.node(from).clone());
        }
    }

    /// Turns or mirrors all points that are on a board of this size.
    pub(super) fn transform(&mut self, symmetry: Symmetry, size: Size) {
        for node in &mut self.nodes {
            for point in node.points_mut() {
                *point = symmetry.apply(*point, size).unwrap_or(*point);
            }
        }
    }

    /// The stones and moves of the line that ends at a place. Where stones are put or taken after the
    /// first move, the order before is gone: those that stand are set up, and it is the turn of the
    /// side that did not move last, if neither a node nor the counts of the stones say otherwise.
    /// Where one side plays twice, the other has passed.
    pub fn setup(&self, place: TreePlace) -> Setup {
        let mut setup = Setup::default();
        let mut last = None;
        for place in self.path(place) {
            let node = self.node(place);
            if let Some(more) = node.more().filter(|more| more.changes_stones()) {
                put_stones(&mut setup, more);
            }
            if let Some((color, point)) = node.played {
                play(&mut setup, color, point);
                last = Some(color);
            }
            if let Some(more) = node.more() {
                setup.to_move = more.to_move.or(setup.to_move);
                note(&mut setup, more);
            }
        }
        if setup.known_first().is_none() {
            setup.to_move = setup.to_move.or(last.map(|color| !color));
        }
        setup
    }

    /// The places from the root down to this one.
    pub fn path(&self, place: TreePlace) -> Vec<TreePlace> {
        let mut path: Vec<_> =
            std::iter::successors(Some(place), |&place| self.parent(place)).collect();
        path.reverse();
        path
    }
}

impl NodeExtras {
    /// Whether stones are put or taken here.
    pub fn changes_stones(&self) -> bool {
        !(self.black.is_empty() && self.white.is_empty() && self.emptied.is_empty())
    }
}

fn play(setup: &mut Setup, color: Color, point: Option<Point>) {
    if setup.moves.is_empty() {
        setup.begin_with(color);
    } else if setup.to_play_after(setup.moves.len()) != color {
        setup.moves.push(None);
    }
    setup.moves.push(point);
    setup.to_move = None;
}

/// Keeps the time of the last move, and the value of the position after it.
fn note(setup: &mut Setup, more: &NodeExtras) {
    let count = setup.moves.len();
    if more.time.is_none() && more.value.is_none() {
        return;
    }
    let info: &mut GameInfo = setup.info.get_or_insert_default();
    if more.time.is_some() && count > 0 {
        info.times.resize(count - 1, None);
        info.times.push(more.time);
    }
    if more.value.is_some() {
        info.values.resize(count, None);
        info.values.push(more.value);
    }
}

fn put_stones(setup: &mut Setup, more: &NodeExtras) {
    if !setup.moves.is_empty() {
        let standing: Vec<_> = setup.stones().collect();
        *setup = Setup::default();
        for (point, color, _) in standing {
            setup.placed_mut(color).push(point);
        }
    }
    // A stone put where one stands takes its place, whatever its colour.
    let lists = [&more.black, &more.white, &more.emptied];
    let changed: PointSet = lists.into_iter().flatten().copied().collect();
    for (color, put) in [(Color::Black, &more.black), (Color::White, &more.white)] {
        let own = setup.placed_mut(color);
        own.retain(|&point| !changed.contains(point));
        own.extend(put);
    }
}

impl TreePlace {
    fn of(number: Option<NonZeroU32>) -> Option<TreePlace> {
        number.map(|number| TreePlace(number.get()))
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn stones(setup: &Setup) -> (Vec<Point>, Vec<Point>) {
        let mut both = (setup.black.clone(), setup.white.clone());
        both.0.sort_unstable();
        both.1.sort_unstable();
        both
    }

    /// A line of a million nodes with a variation at each: no walk uses the stack of the machine.
    #[test]
    fn trees_may_be_as_deep_as_they_are_large() {
        let mut tree = Tree::default();
        let mut at = Tree::ROOT;
        for _ in 0..500_000 {
            let next = tree.add(at, GameNode::of_move(Color::Black, None));
            tree.add(at, GameNode::of_move(Color::White, None));
            at = next;
        }
        assert_eq!(tree.len(), 1_000_001);
        assert_eq!(tree.places().count(), 1_000_001);
        assert_eq!(tree.main_line().last(), Some(at));
        assert_eq!(tree.lines().next(), Some(at));
        assert_eq!(tree.lines().count(), 500_001);
        assert_eq!(tree.path(at).len(), 500_001);
        assert!(size_of::<Links>() + size_of::<GameNode>() <= 32);
    }

    #[test]
    fn children_keep_their_order_and_lines_are_in_it() {
        let mut tree = Tree::default();
        let [a, b] = [(); 2].map(|()| tree.add(Tree::ROOT, GameNode::default()));
        let c = tree.add(a, GameNode::default());
        let d = tree.add(a, GameNode::default());
        assert_eq!(tree.children(Tree::ROOT).collect::<Vec<_>>(), [a, b]);
        assert_eq!(tree.places().collect::<Vec<_>>(), [Tree::ROOT, a, c, d, b]);
        assert_eq!(tree.lines().collect::<Vec<_>>(), [c, d, b]);
        assert_eq!(tree.path(d), [Tree::ROOT, a, d]);
        assert_eq!(tree.parent(Tree::ROOT), None);
    }

    #[test]
    fn stones_put_among_moves_end_their_order() {
        let mut tree = Tree::default();
        tree.node_mut(Tree::ROOT).more_mut().black = points("H8 G7");
        let first = tree.add(
            Tree::ROOT,
            GameNode::of_move(Color::White, points("I9").pop()),
        );
        let setup = tree.setup(first);
        assert_eq!((setup.first, setup.moves.len()), (Some(Color::White), 1));
        assert_eq!(setup.to_move, None);
        let mut edit = GameNode::default();
        edit.more_mut().white = points("G7 A1");
        edit.more_mut().emptied = points("H8");
        let edited = tree.add(first, edit);
        assert_eq!(tree.setup(edited).to_move, Some(Color::Black));
        let last = tree.add(edited, GameNode::of_move(Color::Black, points("B2").pop()));
        let setup = tree.setup(last);
        assert_eq!(stones(&setup), (Vec::new(), points("A1 G7 I9")));
        assert_eq!(setup.moves, [points("B2").pop()]);
        // Three white stones do not tell who played it.
        assert_eq!(setup.first, Some(Color::Black));
    }

    #[test]
    fn a_side_that_plays_twice_means_a_pass() {
        let mut tree = Tree::default();
        let mut at = Tree::ROOT;
        for name in ["H8", "I9"] {
            at = tree.add(at, GameNode::of_move(Color::Black, points(name).pop()));
        }
        let expected = [points("H8").pop(), None, points("I9").pop()];
        assert_eq!(tree.setup(at).moves, expected);
    }
}
