// A game as a tree of moves, its positions, and the queries that ask about them. No rule stands here:
// what may be played and how a game ends is asked for.

/** @typedef {"black" | "white"} Side */

/**
 * A move with what follows it; the root has none.
 * @typedef {object} GameNode
 * @property {number} parent -1 for the root
 * @property {number[]} children the main line first
 * @property {string | null} move a point, `pass`, or null
 * @property {Side | null} color
 * @property {string} comment
 */

/**
 * A game as it is read and written (`docs/page.md`).
 * @typedef {object} GameRecord
 * @property {string} id
 * @property {number} size
 * @property {string} rule
 * @property {string[]} black stones before the first move
 * @property {string[]} white
 * @property {Side | null} to_move who is to move where no move tells
 * @property {{parent: number, move?: string, color?: Side, comment?: string}[]} nodes
 * @property {number} [at] the node to show
 * @property {Record<string, any>} [info]
 * @property {string} [text] an answer about it in words
 * @property {string[]} [notes] what was assumed or is in doubt
 */

/** The other side. @param {Side} side @returns {Side} */
export const other = (side) => (side === "black" ? "white" : "black");

/** @param {number} column @param {number} row */
export const pointName = (column, row) => String.fromCharCode(65 + column) + (row + 1);

/** Column and row of a point, from 0. @param {string} point */
export const place = (point) => [point.charCodeAt(0) - 65, Number(point.slice(1)) - 1];

export class Game {
  /** @param {GameRecord} record */
  constructor(record) {
    this.record = record;
    this.size = record.size;
    this.rule = record.rule;
    /** @type {Map<string, Side>} */
    this.stones = new Map();
    record.black.forEach((at) => this.stones.set(at, "black"));
    record.white.forEach((at) => this.stones.set(at, "white"));
    /** @type {Side | null} */
    this.toMove = record.to_move;
    /** @type {GameNode[]} */
    this.nodes = [];
    for (const node of record.nodes) {
      const added = { parent: node.parent, move: node.move ?? null, color: node.color ?? null };
      this.nodes.push({ ...added, children: [], comment: node.comment ?? "" });
      if (node.parent >= 0) this.nodes[node.parent].children.push(this.nodes.length - 1);
    }
    this.current = record.at ?? this.line(0).at(-1) ?? 0;
    /** Whether the user said who is to move. */
    this.isTurnChosen = false;
  }

  /** An empty board. @param {number} size @param {string} rule */
  static empty(size, rule) {
    const root = { parent: -1, move: undefined };
    return new Game({ id: "", size, rule, black: [], white: [], to_move: null, nodes: [root] });
  }

  /** The nodes from the root to this one. @param {number} node */
  path(node) {
    const path = [];
    for (let at = node; at >= 0; at = this.nodes[at].parent) path.unshift(at);
    return path;
  }

  /** The node, then what follows it by the first moves. @param {number} node */
  line(node) {
    const line = [node];
    while (this.nodes[line[line.length - 1]].children.length > 0) {
      line.push(this.nodes[line[line.length - 1]].children[0]);
    }
    return line;
  }

  /** The nodes of the line that is shown: through the current one and on. */
  shown() {
    return [...this.path(this.current), ...this.line(this.current).slice(1)];
  }

  /** The moves up to a node. @param {number} node */
  moves(node) {
    return this.path(node).map((at) => this.nodes[at]).filter((found) => found.move);
  }

  /** Who is to move at a node. @param {number} [node] @returns {Side} */
  side(node = this.current) {
    const last = this.moves(node).at(-1);
    if (last?.color) return other(last.color);
    if (this.toMove) return this.toMove;
    const black = [...this.stones.values()].filter((side) => side === "black").length;
    return black > this.stones.size - black ? "white" : "black";
  }

  /** The stones at a node. @param {number} [node] @returns {Map<string, Side>} */
  board(node = this.current) {
    const stones = new Map(this.stones);
    for (const { move, color } of this.moves(node)) {
      if (move && move !== "pass" && color) stones.set(move, color);
    }
    return stones;
  }

  /**
   * Plays a move: goes to it where it is there, else adds a variation.
   * @param {string} move
   */
  play(move) {
    const color = this.side();
    const here = this.nodes[this.current];
    const known = here.children.find((at) => this.nodes[at].move === move);
    if (known !== undefined) {
      this.current = known;
      return;
    }
    this.nodes.push({ parent: this.current, children: [], move, color, comment: "" });
    here.children.push(this.nodes.length - 1);
    this.current = this.nodes.length - 1;
  }

  /** Takes away the current move with all that follows. */
  remove() {
    const { parent } = this.nodes[this.current];
    if (parent < 0) return;
    const { children } = this.nodes[parent];
    children.splice(children.indexOf(this.current), 1);
    this.current = parent;
  }

  /**
   * The game with the stones of the current position as its beginning and one of them changed.
   * @param {string} point
   * @param {Side | null} side
   */
  withStone(point, side) {
    const stones = this.board();
    if (side === null || stones.get(point) === side) stones.delete(point);
    else stones.set(point, side);
    const game = Game.ofStones(this.size, this.rule, stones, this.isTurnChosen ? this.toMove : null);
    game.isTurnChosen = this.isTurnChosen;
    return game;
  }

  /**
   * @param {number} size
   * @param {string} rule
   * @param {Map<string, Side>} stones
   * @param {Side | null} toMove
   */
  static ofStones(size, rule, stones, toMove) {
    const game = Game.empty(size, rule);
    game.stones = new Map(stones);
    game.toMove = toMove;
    return game;
  }

  /** The game as it is written. @returns {GameRecord} */
  toRecord() {
    /** @type {Map<number, number>} */
    const places = new Map();
    /** @type {GameRecord["nodes"]} */
    const nodes = [];
    const open = [0];
    while (open.length > 0) {
      const at = /** @type {number} */ (open.pop());
      const { parent, move, color, comment, children } = this.nodes[at];
      places.set(at, nodes.length);
      const node = { parent: places.get(parent) ?? -1, move: move ?? undefined };
      nodes.push({ ...node, color: color ?? undefined, comment: comment || undefined });
      open.push(...children.toReversed());
    }
    const { id, info } = this.record;
    const of = (/** @type {Side} */ side) =>
      [...this.stones].filter(([, color]) => color === side).map(([at]) => at);
    return {
      id, size: this.size, rule: this.rule, black: of("black"), white: of("white"),
      to_move: this.toMove, nodes, info, at: places.get(this.current),
    };
  }

  /** The fields of a query that say where it asks. @param {number} [node] */
  query(node = this.current) {
    const short = (/** @type {Side} */ side) => (side === "black" ? "B" : "W");
    const initialStones = [...this.stones].map(([at, side]) => [short(side), at]);
    const moves = this.moves(node).map(({ move, color }) => [short(color ?? "black"), move]);
    const first = this.moves(node)[0]?.color ?? this.side(0);
    return {
      boardXSize: this.size, boardYSize: this.size, rules: this.rule,
      initialStones, initialPlayer: short(first), moves,
    };
  }

  /** The moves of the current line as they stand in an address: `h8i9g7`. */
  address() {
    if (this.stones.size > 0 || this.size !== 15 || this.rule !== "renju") return "";
    return this.moves(this.current).map(({ move }) => move?.toLowerCase()).join("");
  }
}
