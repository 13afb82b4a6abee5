// @ts-check
/** Consequence: sixteen squares, discs that show their colour on both sides and their symbol on one. */
import { el, refill, svg } from "/static/js/dom.js";
import { HandBoard, ground, rove, squares } from "/static/js/boards/hands.js";
import { DIRECTIONS, MARKS, place, seatFill } from "/static/js/boards/kit.js";
import { texts } from "/static/js/i18n.js";

const t = texts("consequence");
const SQUARES = squares(4, 4);
const ACTION = /^(?<tile>[br].)@(?<square>..)(?:>(?<direction>\w+))?$|^(?<from>..)-(?<to>..)$/;

MARKS.shield = { over: true, draw: () => [svg("path", { d: "M33-49l14 5v11q0 10-14 16q-14-6-14-16v-11z" })] };

/** @type {Record<string, () => SVGElement[]>} */
const SYMBOLS = {
  M: () => [svg("path", { class: "ink", d: "M14-17A19.2 19.2 0 1 0 14 17A17.4 17.4 0 0 1 14-17z" })],
  S: () => [
    svg("circle", { class: "ink", r: 9.5 }),
    svg("path", { class: "ray", d: "M0-14v-7M0 14v7M-14 0h-7M14 0h7M-10-10l-5-5M10-10l5-5M-10 10l-5 5M10 10l5 5" }),
  ],
  o: () => [svg("circle", { class: "ink", r: 5.5 })],
};

/** A disc, face down unless its face is known: blue is plain with one ring, red striped with a notched one.
 * @param {string} tile */
export function disc(tile) {
  const seat = tile[0] === "b" ? 0 : 1;
  const face = SYMBOLS[tile[1] ?? ""];
  return svg("g", { class: `disc seat-${seat}` },
    svg("circle", { class: "body", r: 39, fill: seatFill(seat) }),
    face ? [svg("circle", { class: "face", r: 28 }), ...face()] : svg("circle", { class: "rim", r: 29 }));
}

/** A disc on its own, for hands. @param {string} tile */
const token = (tile) => svg("svg", { viewBox: "-42 -42 84 84", "aria-hidden": "true" }, disc(tile));

/** What a push from a square does: the tiles in front of it, and whether the last of them falls off.
 * @param {Props} view @param {string} from @param {string} direction */
function line(view, from, direction) {
  const [files, ranks] = DIRECTIONS[direction] ?? [0, 0];
  const next = (/** @type {string} */ name) => {
    const [file, rank] = place(name);
    const other = String.fromCharCode(97 + file + files) + (rank + ranks + 1);
    return SQUARES.includes(other) ? other : null;
  };
  const row = [];
  let ahead = next(from);
  for (; ahead && view.board[ahead]; ahead = next(ahead)) row.push(ahead);
  return { row, next, falls: ahead === null, files, ranks };
}

/** @param {string} from @param {string} to @returns {string | undefined} the direction, if they touch */
function towards(from, to) {
  const [a, b] = [place(from), place(to)];
  return Object.keys(DIRECTIONS).find((name) => {
    const [files, ranks] = DIRECTIONS[name] ?? [];
    return b[0] - a[0] === files && b[1] - a[1] === ranks;
  });
}

class Consequence extends HandBoard {
  /** @param {HTMLElement} host @param {Table} table */
  constructor(host, table) {
    super(host, table, "consequence", {
      files: 4, ranks: 4, flipped: table.flipped, label: t("board"),
      pick: (name) => void this.#pick(name), point: (name) => this.#point(name), cancel: () => this.#cancel(),
    });
    this.near = table.seat ?? (table.flipped ? 1 : 0); // whose hand lies below the board
    this.grid.layers.ground.append(...SQUARES.map((name) => this.grid.put(ground(name), name)));
    this.preview = svg("g");
    this.far = el("div", { class: "hand far", role: "list" });
    this.hand = el("div", { class: "hand", role: "toolbar", "aria-label": t("hand") });
    rove(this.hand, () => this.#cancel());
    host.append(this.far, this.grid.root, this.hand);
    /** @type {Props} */
    this.view = { board: {}, hands: [[], []], last: {}, actors: [] };
    /** What is legal, as far as it is known: all of it, or what was asked for square by square. @type {string[]} */
    this.legal = [];
    this.complete = false;
    /** What is being composed: a tile of the hand, its square, a direction; or the square of a tile to move and where to.
     * @type {{tile?: string, at?: string, direction?: string, from?: string, to?: string}} */
    this.plan = {};
    /** The direction pointed at. @type {string | undefined} */
    this.peek = undefined;
  }

  #forget() {
    this.plan = {};
    this.peek = undefined;
  }

  /** @param {Props} view @param {Showing} how */
  show(view, { legal, animate, last }) {
    const before = this.view;
    if (legal || view !== before) this.legal = legal ?? [];
    this.complete = legal !== null;
    this.last = last;
    if (view === before) return this.#paint();
    this.motion.stop();
    this.view = view;
    this.#forget();
    this.#pieces();
    this.#paint();
    const first = !this.shown;
    this.shown = true;
    return animate && last && !first ? this.#replay(before, last.action) : undefined;
  }

  draft() {
    const { tile, at, direction, from, to } = this.plan;
    if (from && to) return [`${from}-${to}`];
    if (tile && at) return [`${tile}@${at}${direction ? `>${direction}` : ""}`];
    return [];
  }

  clear() {
    this.#forget();
    this.#paint();
  }

  #pieces() {
    /** @type {Map<string, SVGGElement>} */
    this.nodes = new Map(Object.entries(this.view.board).map(([name, tile]) => [name, this.grid.put(disc(tile), name)]));
    this.grid.layers.pieces.replaceChildren(...this.nodes.values());
    this.grid.layers.over.replaceChildren(this.preview, ...(this.view.outcome ? this.#pairs() : []));
  }

  /** After the end: a line between every two touching symbols that score. */
  #pairs() {
    const { board } = this.view;
    return SQUARES.flatMap((name) => ["N", "NE", "E", "SE"].flatMap((direction) => {
      const symbol = board[name]?.[1], other = line(this.view, name, direction).row[0];
      if (!other || !"MS".includes(symbol) || board[other][1] !== symbol) return [];
      const a = this.grid.centre(name), b = this.grid.centre(other);
      const x = (b.x - a.x) * 0.32, y = (b.y - a.y) * 0.32; // the symbols themselves stay in sight
      return [svg("path", { class: `pair ${symbol}`, d: `M${a.x + x} ${a.y + y}L${b.x - x} ${b.y - y}` })];
    }));
  }

  /** All that depends on what is being composed: hands, marks, arrows, labels, the status line. */
  #paint() {
    const { view, grid, plan, table } = this;
    const live = table.live();
    this.#hands(live);
    grid.unmark();
    grid.mark("last", this.#lastSquares());
    if (!view.outcome) {
      grid.mark("forbidden", view.last.moved && !view.closing ? [view.last.moved] : []);
      grid.mark("shield", view.last.added && !view.closing ? [view.last.added] : []);
    }
    grid.mark("picked", [plan.from, plan.at].filter((name) => name !== undefined));
    const targets = !live ? [] : plan.from ? this.#moves(plan.from) : plan.tile && !plan.at ? this.#empty() : [];
    grid.mark("target", targets);
    this.#preview();
    const pushes = this.#pushes();
    for (const name of SQUARES) grid.label(name, this.#label(name, targets, pushes));
    if (live) table.status(this.#status(pushes));
  }

  /** @param {boolean} live */
  #hands(live) {
    const { view, plan } = this;
    const [near, far] = [view.hands[this.near], view.hands[1 - this.near]];
    const direction = plan.direction ?? this.peek;
    const push = plan.at && direction ? line(view, plan.at, direction) : null;
    const lost = push?.falls ? view.board[push.row.at(-1) ?? ""] : null;
    const whose = t(`side.${1 - this.near}`);
    refill(this.far, el("span", { class: "whose" }, t("holds", { side: whose, n: far.length })),
      far.map((/** @type {string} */ tile) => el("span", { role: "listitem", "aria-label": this.#tile(tile) }, token(tile))),
      lost && view.turn === this.near && el("span", { class: "coming", "aria-hidden": "true" }, token(lost[0] + "?")));
    const focused = document.activeElement?.closest(".hand") === this.hand;
    const used = plan.at ? near.indexOf(plan.tile) : -1;
    refill(this.hand, near.map((/** @type {string} */ tile, /** @type {number} */ n) => el("button", {
      type: "button", class: n === used ? "used" : "", "aria-label": this.#tile(tile), title: this.#tile(tile), "data-tile": tile,
      "aria-pressed": plan.tile === tile && n === near.indexOf(tile) ? "true" : "false",
      on: { click: () => this.#take(tile) },
    }, token(tile))), near.length === 0 && el("span", { class: "whose" }, t("none")));
    this.hand.classList.toggle("live", live);
    if (focused) /** @type {HTMLElement | null} */ (this.hand.querySelector("[aria-pressed=true], button"))?.focus();
  }

  /** The arrows of the pushes on offer and, for the one chosen or pointed at, everything that shifts. */
  #preview() {
    const { plan, grid, view } = this;
    const nodes = [];
    const chosen = plan.direction ?? this.peek;
    if (plan.tile && plan.at) {
      nodes.push(grid.put(svg("g", { class: "ghost" }, disc(plan.tile)), plan.at));
      for (const direction of this.#pushes()) {
        const { row } = line(view, plan.at, direction);
        if (direction !== chosen && row[0]) nodes.push(grid.arrow(plan.at, row[0], "could", 30));
      }
    }
    if (plan.from && plan.to) nodes.push(grid.arrow(plan.from, plan.to));
    if (plan.at && chosen) {
      const { row, falls, files, ranks } = line(view, plan.at, chosen);
      const lost = falls ? row.at(-1) : undefined;
      if (lost) nodes.push(grid.put(svg("circle", { class: "lost", r: 44 }), lost));
      for (const name of [plan.at, ...row]) {
        nodes.push(grid.arrow(name, grid.beside(name, files, ranks), name === lost ? "off" : "push", 26));
      }
    }
    this.preview.replaceChildren(...nodes);
  }

  /** The squares of the last action. */
  #lastSquares() {
    const { square, direction, from, to } = this.last?.action.match(ACTION)?.groups ?? {};
    if (from && to) return [from, to];
    if (!square) return [];
    return direction ? [square, line(this.view, square, direction).next(square) ?? square] : [square];
  }

  #empty() {
    return SQUARES.filter((name) => !this.view.board[name]);
  }

  /** @param {string} from */
  #moves(from) {
    return this.legal.filter((action) => action.startsWith(`${from}-`)).map((action) => action.slice(3));
  }

  /** The directions in which the tile being placed may push. @returns {string[]} */
  #pushes() {
    const { tile, at } = this.plan;
    if (!tile || !at) return [];
    return this.legal.filter((action) => action.startsWith(`${tile}@${at}>`)).map((action) => action.slice(6));
  }

  /** @param {string} tile */
  #tile(tile) {
    return tileName(tile);
  }

  /** @param {string} name @param {string[]} targets @param {string[]} pushes */
  #label(name, targets, pushes) {
    const { view, plan } = this;
    const tile = view.board[name];
    const parts = [name, tile ? this.#tile(tile) : t("empty")];
    if (!view.outcome && name === view.last.moved) parts.push(t("fixed"));
    if (!view.outcome && name === view.last.added) parts.push(t("shielded"));
    if (targets.includes(name)) parts.push(t("target"));
    const direction = plan.at && towards(plan.at, name);
    if (direction && pushes.includes(direction)) parts.push(this.#effect(direction));
    return parts.join(", ");
  }

  /** A push in words. @param {string} direction */
  #effect(direction) {
    const { view, plan } = this;
    const { row, falls } = line(view, plan.at ?? "", direction);
    const words = { direction: t(`direction.${direction}`), n: row.length, square: row.at(-1) ?? "" };
    const side = t(`side.${1 - this.near}`);
    return t("push", words) + (falls ? t("falls", { ...words, side }) : "");
  }

  /** @param {string[]} pushes */
  #status(pushes) {
    const { view, plan } = this;
    const mine = view.hands[this.near];
    if (plan.tile && plan.at && !plan.direction && pushes.length) return t("now.push", { square: plan.at });
    if (plan.tile && !plan.at) return t("now.square", { tile: this.#tile(plan.tile) });
    if (plan.from && !plan.to) return t("now.to", { square: plan.from });
    if (view.closing) return t("now.closing", { n: mine.length });
    if (!Object.keys(view.board).length) return t("now.first");
    if (view.moves_in_row >= 12) return t("now.place");
    const { moved, added } = view.last;
    const sentences = [t("now.any")];
    if (moved) sentences.push(t("now.moved", { square: moved }));
    if (added) sentences.push(t("now.added", { square: added }));
    return sentences.join(" ");
  }

  /** A tile of the own hand. @param {string} tile */
  #take(tile) {
    if (!this.table.live()) return;
    const { at, tile: held } = this.plan;
    const again = held === tile && !at;
    this.#drop();
    this.plan = again ? {} : { tile };
    this.#paint();
  }

  /** What was proposed is withdrawn. */
  #drop() {
    if (this.draft().length) this.table.propose([]);
    this.#forget();
  }

  #cancel() {
    this.#drop();
    this.#paint();
  }

  /** @param {string | null} name */
  #point(name) {
    const { at, direction } = this.plan;
    if (!at || direction) return;
    const there = name ? towards(at, name) : undefined;
    const peek = there && this.#pushes().includes(there) ? there : undefined;
    if (peek === this.peek) return;
    this.peek = peek;
    this.#preview();
    this.#hands(this.table.live());
  }

  /** @param {string} name */
  async #pick(name) {
    const { table, view } = this;
    if (!table.live()) return;
    if (!this.complete) {
      const legal = await table.legal(name);
      if (view !== this.view) return;
      this.legal = [...new Set([...this.legal, ...legal])];
    }
    const { plan } = this;
    const tile = view.board[name];
    if (plan.tile && plan.at && this.#refine(plan.tile, plan.at, name)) return;
    if (plan.from && plan.from === name) return this.#cancel();
    if (plan.from && !tile) return this.#suggest({ from: plan.from, to: name });
    if (tile) return this.#lift(name);
    if (!plan.tile) return table.explain(t("choose"), "CQ-3");
    return this.#suggest({ tile: plan.tile, at: name });
  }

  /** A pick when a tile lies ready on a square: the square again places it, a touching tile is pushed.
   * @param {string} tile @param {string} at @param {string} name @returns {boolean} whether it was meant so */
  #refine(tile, at, name) {
    const direction = towards(at, name);
    if (name === at) this.#suggest({ tile, at }, true);
    else if (direction && this.view.board[name]) this.#suggest({ tile, at, direction });
    else return false;
    return true;
  }

  /** A tile on the board, to be moved. @param {string} name */
  #lift(name) {
    if (!this.#moves(name).length) {
      const near = SQUARES.filter((other) => towards(name, other));
      const to = near.find((other) => !this.view.board[other]) ?? near[0];
      return void this.table.why(`${name}-${to}`);
    }
    this.#drop();
    this.plan = { from: name };
    this.#paint();
  }

  /** What is composed now. Chosen again, it is sent; a placement that could still push waits for that where proposing
   * would send it. @param {Consequence["plan"]} plan @param {boolean} [surely] */
  #suggest(plan, surely = false) {
    const { table } = this;
    const before = this.draft()[0];
    const kept = this.plan;
    this.plan = plan;
    const action = this.draft()[0] ?? "";
    const pushing = plan.tile && !plan.direction && this.#pushes().length > 0;
    if (!this.legal.includes(action)) {
      this.plan = kept;
      return void table.why(action);
    }
    this.peek = undefined;
    this.#paint();
    if (action === before || surely) return void table.send([action]);
    if (pushing && !table.confirms) return;
    const words = plan.direction ? `${describe(action)}: ${this.#effect(plan.direction)}` : undefined;
    table.propose([action], words);
  }

  /** What happened, as a movement. @param {Props} before @param {string} action */
  async #replay(before, action) {
    const { grid, motion, nodes } = this;
    const { square, direction, from, to } = action.match(ACTION)?.groups ?? {};
    if (from && to) {
      const node = nodes?.get(to);
      if (node) await motion.slide(node, grid.centre(from), grid.centre(to), 300);
    }
    if (!square) return;
    const push = direction ? line(before, square, direction) : null;
    const rest = push?.next(square) ?? square;
    const body = nodes?.get(rest);
    const drop = (/** @type {Element} */ node, /** @type {string} */ where) => {
      const { x, y } = grid.centre(where), at = `translate(${x}px, ${y}px)`;
      return motion.play(node, [{ transform: `${at} scale(1.4)`, opacity: 0 }, { transform: at, opacity: 1 }], 180);
    };
    if (!push) return body && drop(body, square);
    const moving = [];
    for (const name of [square, ...push.row]) {
      const end = push.next(name);
      const node = end ? nodes?.get(end) : this.#falling(before.board[name]);
      if (!node) continue;
      moving.push(motion.slide(node, grid.centre(name), grid.beside(name, push.files, push.ranks), 320, 200)
        .then(() => end || node.remove()));
    }
    await Promise.all(moving);
  }

  /** A disc on its way off the board, for the time of the animation. @param {string} tile */
  #falling(tile) {
    if (!this.motion.wanted()) return null;
    const node = disc(tile[0] + "?");
    node.classList.add("falling");
    this.grid.layers.pieces.append(node);
    return node;
  }
}

/** @type {BoardModule} */
export const board = { create: (host, table) => new Consequence(host, table) };

/** @param {string} tile */
const tileName = (tile) => t(`tile.${tile.replace("?", "_")}`);

/** @param {string} action */
export function describe(action) {
  const { tile, square, direction, from, to } = action.match(ACTION)?.groups ?? {};
  if (from && to) return t("moves", { from, to });
  const words = { tile: tileName(tile ?? ""), square: square ?? "" };
  if (!direction) return t("places", words);
  return t("pushes", { ...words, direction: t(`direction.${direction}`) });
}

/** @param {Props} view @returns {{label: string, seat?: number, value: string | number}[]} */
export function summary(view) {
  const { outcome, hands } = view;
  return [0, 1].map((seat) => ({
    label: t(`side.${seat}`), seat,
    value: outcome?.scores ? t("points", { n: outcome.scores[seat] }) : t("left", { n: hands[seat].length }),
  }));
}

/** The tile of the hand that is placed. @type {BoardFile["held"]} */
export const held = (action) => (action[2] === "@" ? `[data-tile=${action.slice(0, 2)}]` : null);
