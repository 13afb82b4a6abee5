// @ts-check
/** The board of Symbol: a turn is composed step by step, each step staged by the server and shown with what it does. */

import { el, refill, svg } from "../dom.js";
import { Grid, Motion } from "./kit.js";
import { animate } from "./symbol/animate.js";
import { corner, crosshair, frames, ground, spots, stack, traces } from "./symbol/draw.js";
import { effects } from "./symbol/effects.js";
import { reach, room } from "./symbol/hints.js";
import { ORDER, pile, read, sorted, SQUARES, without } from "./symbol/squares.js";
import { abilities, drawDeeds, drawReserve, lens, renew } from "./symbol/tray.js";
import { describe, label, names, outline, summary } from "./symbol/words.js";

export { builder } from "./symbol/army.js";
export { describe, summary };
export const style = "/static/styles/symbol.css";

/** @typedef {import("./symbol/squares.js").View} View */
/** @typedef {import("./symbol/tray.js").Deed} Deed */
/** @typedef {{square: string, stood: string, chosen: boolean[], list: string[]}} Picked `list`: the legal actions of the square */

/** @type {import("./kit.js").BoardModule} */
export const board = { create: (host, table) => new SymbolBoard(host, table) };

class SymbolBoard {
  /** @type {View} the game as it stands */ base;
  /** @type {string[]} the staged steps */ steps = [];
  /** @type {View[]} the view after each */ views = [];
  /** @type {string[]|null} all legal actions now, if they are few enough to be listed */ known = null;
  /** @type {string[]|null} the same after the staged steps */ legal = null;
  /** @type {Picked|null} the stack in use */ picked = null;
  /** @type {string|null} the reserve piece in hand */ hand = null;
  /** @type {string[]} the ways to reach the target that was picked, if there are several */ ways = [];
  /** @type {string|null} the square under the lens */ looked = null;
  /** @type {View|null} what is drawn */ drawn = null;
  /** @type {Map<string, SVGGElement>} */ stacks = new Map();
  /** @type {Map<string, Promise<{views: View[], legal: string[]|null}|null>>} */ staged = new Map();
  /** @type {{x: number, y: number}|null} where the pointer went down, for picking pieces of a stack */ pointer = null;
  /** @type {string[]} the squares that the last turn touched so far */ touched = [];
  previewed = "";
  intent = 0; // counts what the player turned to, so that a late answer does not undo it
  /** @type {Promise<void>} */ drawing = Promise.resolve();

  /** @param {HTMLElement} host @param {import("./kit.js").Table} table */
  constructor(host, table) {
    this.table = table;
    this.t = table.t;
    this.motion = new Motion(() => table.motion);
    this.grid = new Grid({
      files: 7, ranks: 7, label: this.t("symbol.board"), flipped: table.flipped,
      pick: (square) => void this.pick(square), point: (square) => this.point(square), cancel: () => this.back(),
    });
    this.frames = svg("g", { class: "frames" });
    this.traces = svg("g", { class: "traces" });
    this.preview = svg("g", { class: "traces preview" });
    this.aims = svg("g", { class: "aims" });
    ground(this.grid);
    this.grid.layers.ground.append(this.frames);
    this.grid.layers.over.append(this.traces, this.aims, this.preview);
    this.grid.svg.addEventListener("click", (event) => (this.pointer = event.detail ? { x: event.clientX, y: event.clientY } : null), true);
    this.grid.svg.addEventListener("keydown", (event) => this.type(event));
    this.reserves = [0, 1].map((seat) => el("div", { class: `reserve ${(seat === 1) === table.flipped ? "near" : "far"}` }));
    this.deedsBox = el("div", { class: "deeds" });
    this.lens = el("div", { class: "lens" });
    this.tray = el("section", { class: "tray", "aria-label": this.t("symbol.tray") }, this.deedsBox, this.lens);
    this.root = el("div", { class: "symbol-board" }, this.reserves[table.flipped ? 0 : 1], this.grid.root, this.reserves[table.flipped ? 1 : 0], this.tray);
    host.append(this.root);
    this.base = /** @type {any} */ (null);
  }

  get now() {
    return this.views[this.views.length - 1] ?? this.base;
  }

  /** The seat whose turn is being composed. */
  get seat() {
    return this.base.turn;
  }

  /** Whether the page asks before anything is sent; then it also has the button that ends the turn. */
  get confirms() {
    return /** @type {{confirms?: boolean}} */ (this.table).confirms ?? true;
  }

  /** Whether there may be more steps in the turn. */
  get open() {
    const { turn, step, outcome } = this.now;
    return !outcome && turn === this.seat && (!this.steps.length || step !== null);
  }

  // --- The contract ---------------------------------------------------------------------------------------------------

  /** @param {any} view @param {import("./kit.js").Showing} how */
  async show(view, { legal, animate: moving, last }) {
    const before = this.base;
    const same = before && moment(view) === moment(before);
    const own = !same && this.steps.length > 0 && last?.action === this.steps[0];
    this.base = view;
    this.staged.clear();
    if (own) {
      this.steps.shift();
      this.views.shift();
    } else if (!same) {
      this.forget();
      this.drop();
    }
    this.known = legal?.length ? legal : same ? this.known : null;
    if (!this.steps.length) this.legal = this.known;
    this.render();
    if (same || this.steps.length) return;
    const sequel = before?.step && view.turns - before.turns <= 1 && view.turns >= before.turns;
    this.touched = [...(sequel ? this.touched : []), ...(last ? lastSquares(last.action) : [])];
    this.grid.mark("last", new Set(this.touched));
    await this.draw(view, moving && before && last && !own ? effects(before, last.action, view) : null);
  }

  draft() {
    return [...this.steps];
  }

  clear() {
    this.forget();
    this.drop();
    this.render();
    void this.draw(this.base, null);
  }

  /** @param {string} text */
  enter(text) {
    void this.choose(text);
  }

  destroy() {
    this.motion.stop();
    this.root.remove();
  }

  // --- Composing ------------------------------------------------------------------------------------------------------

  forget() {
    if (this.steps.length) this.table.propose([]);
    this.steps = [];
    this.views = [];
    this.legal = this.known;
  }

  /** Put back what is in hand. */
  drop() {
    this.intent++;
    this.picked = this.hand = this.looked = null;
    this.ways = [];
    this.foresee("");
  }

  /** Escape: one thing less. */
  back() {
    if (this.picked || this.hand || this.looked || this.ways.length) {
      if (this.ways.length) this.ways = [];
      else this.drop();
      this.render();
    } else if (this.steps.length) void this.undo();
  }

  async undo() {
    const steps = this.steps.slice(0, -1);
    const legal = steps.length ? (await this.stage(steps))?.legal ?? null : this.known;
    this.table.propose([]);
    this.steps = steps;
    this.views = this.views.slice(0, steps.length);
    this.legal = legal;
    this.drop();
    this.offer();
    this.render();
    await this.draw(this.now, null);
  }

  /** @param {string[]} steps @returns {Promise<{views: View[], legal: string[]|null}|null>} null if they are refused */
  stage(steps) {
    const key = steps.join(" ");
    let answer = this.staged.get(key);
    if (!answer) {
      answer = this.table.stage(steps).then(
        (told) => /** @type {any} */ (told),
        () => {
          this.staged.delete(key);
          return null;
        },
      );
      this.staged.set(key, answer);
    }
    return answer;
  }

  /** Take one more step; if it is not allowed, the answer to `stage` says why. @param {string} action */
  async choose(action) {
    const [before, steps] = [this.now, [...this.steps, action]];
    const answer = await this.stage(steps);
    if (this.now !== before || !answer) return;
    const hand = this.hand;
    this.steps = steps;
    this.views = answer.views;
    this.legal = answer.legal;
    this.drop();
    const { allowance, reserve, step } = this.now;
    if (this.open && hand && allowance && reserve[this.seat].includes(hand)) this.hand = hand;
    else if (this.open && step && !step.moved && !step.exploded) await this.take(step.square);
    this.render();
    this.offer();
    await this.draw(this.now, effects(before, action, this.now), true);
  }

  /** What is staged is offered to be sent; a turn that could go on is closed with it. */
  offer() {
    if (!this.steps.length) return;
    if (!this.open) this.table.propose([...this.steps], this.told().join("; "));
    else if (this.confirms) this.table.propose([...this.steps, "end"], [...this.told(), describe("end", null, this.t)].join("; "));
  }

  // --- Picking --------------------------------------------------------------------------------------------------------

  /** @param {string} square */
  async pick(square) {
    const pointer = this.pointer;
    this.pointer = null;
    if (!this.table.live() || !this.open) return this.look(square);
    if (!this.crowned()) return this.choose(`+K@${square}`);
    if (this.hand) return this.choose(`+${this.hand}@${square}`);
    if (!this.picked) {
      if (pile(this.now, square, this.seat)) {
        await this.take(square);
        return this.render();
      }
      if (this.now.board[square]) return this.look(square);
      this.looked = null;
      return this.render();
    }
    if (square === this.picked.square) return this.again(pointer);
    if (this.ways.length) {
      const [way] = this.ways.filter((action) => read(action).to === square || (read(action).strike === square && read(action).to === read(action).from));
      if (way) return this.choose(way);
    }
    const ways = this.waysTo(square);
    if (ways.length === 1) return this.choose(ways[0]);
    this.ways = ways;
    if (!ways.length) return this.fail(square);
    this.render();
    this.foresee(ways[0]);
  }

  /** A square that the part cannot go to: another stack of the player's is picked instead, else it is said why not. @param {string} square */
  async fail(square) {
    if (!this.picked) return;
    if (pile(this.now, square, this.seat) && !this.now.step) {
      await this.take(square);
      return this.render();
    }
    const part = this.part();
    const strike = pile(this.now, square, 1 - this.seat) && /[GB]/.test(part) && reach(this.now, this.picked.square, part).strikes.has(square);
    await this.choose(part && !strike ? `${this.picked.square}[${part}]-${square}` : `${this.picked.square}*${square}`);
  }

  /** Use the stack of a square: all of it at first. @param {string} square */
  async take(square) {
    const { step } = this.now;
    if (step && step.square !== square) return void this.choose(`${square}*${square}`);
    const stood = step ? step.stood : pile(this.now, square, this.seat);
    const intent = ++this.intent;
    const list = this.legal?.filter((action) => read(action).from === square) ?? (await this.table.legal(square)) ?? [];
    if (intent !== this.intent) return;
    this.drop();
    this.picked = { square, stood, chosen: [...stood].map(() => true), list };
    this.looked = square;
  }

  /** A second click on the stack in use: on one of its pieces it puts that in or out, elsewhere it puts the stack back.
   * @param {{x: number, y: number}|null} pointer */
  again(pointer) {
    const n = pointer ? this.pieceAt(pointer) : -1;
    if (n >= 0) return this.toggle(n);
    this.drop();
    this.render();
  }

  /** The member of the stack in use that is drawn at a point of the screen, if pieces are large enough to be hit.
   * @param {{x: number, y: number}} pointer */
  pieceAt({ x, y }) {
    const matrix = this.grid.svg.getScreenCTM();
    if (!matrix || !this.picked || this.picked.stood.length < 2) return -1;
    const { square, stood, chosen } = this.picked;
    const centre = this.grid.centre(square);
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const spot = spots(pile(this.now, square, this.seat)).find((spot) =>
      spot.r * 2 * matrix.a >= 28 && Math.hypot(point.x - centre.x - spot.x, point.y - centre.y - spot.y) <= spot.r * 1.2);
    if (!spot) return -1;
    const same = [...stood].map((letter, n) => (letter === spot.letter ? n : -1)).filter((n) => n >= 0);
    return same.find((n) => chosen[n]) ?? same[0] ?? -1;
  }

  /** @param {number} n */
  toggle(n) {
    if (!this.picked) return;
    this.picked.chosen[n] = !this.picked.chosen[n];
    this.ways = [];
    this.render();
  }

  /** The letters of the pieces keep or leave them; without a stack in use they take a piece of the reserve. @param {KeyboardEvent} event */
  type(event) {
    const letter = event.key.toUpperCase();
    if (event.ctrlKey || event.altKey || event.metaKey || letter.length > 1 || !ORDER.includes(letter) || !this.table.live()) return;
    if (!this.picked) return void this.grasp(letter);
    const { stood, chosen } = this.picked;
    const same = [...stood].map((one, n) => (one === letter ? n : -1)).filter((n) => n >= 0);
    const kept = same.find((n) => chosen[n]);
    if (kept === undefined) for (const n of same) chosen[n] = true;
    else chosen[kept] = false;
    this.ways = [];
    this.render();
  }

  /** A piece of the reserve is taken in hand, or put back. @param {string} letter */
  grasp(letter) {
    const hand = this.hand === letter ? null : letter;
    this.drop();
    if (hand && !this.rooms(hand).length) {
      const king = Object.keys(this.now.board).find((square) => pile(this.now, square, this.seat).includes("K"));
      void this.choose(`+${hand}@${king ?? "d1"}`);
    } else this.hand = hand;
    this.render();
  }

  /** @param {string} letter the squares where a reserve piece may go, as far as is known */
  rooms(letter) {
    if (this.legal) return this.legal.filter((action) => action.startsWith(`+${letter}@`)).map((action) => action.slice(3));
    return this.now.allowance ? room(this.now, this.seat, letter) : [];
  }

  /** @param {string} square */
  look(square) {
    this.looked = this.looked === square ? null : square;
    this.render();
  }

  crowned() {
    return SQUARES.some((square) => pile(this.now, square, this.seat).includes("K"));
  }

  part() {
    const { stood, chosen } = /** @type {Picked} */ (this.picked);
    return sorted([...stood].filter((_, n) => chosen[n]).join(""));
  }

  /** The legal movements of the part in use, with the strikes on the spot, which name none. */
  options() {
    if (!this.picked) return [];
    const { square, list } = this.picked;
    const prefix = `${square}[${this.part()}]-`;
    return list.filter((action) => action.startsWith(prefix) || action.startsWith(`${square}*`));
  }

  /** @param {string} square */
  waysTo(square) {
    return this.options().filter((action) => {
      const { to, strike } = read(action);
      return (strike || to) === square;
    });
  }

  // --- Looking --------------------------------------------------------------------------------------------------------

  /** The mouse or the focus is on a square. @param {string|null} square */
  point(square) {
    if (!this.base) return;
    if (this.table.live() && this.open && (this.picked || this.hand)) {
      const ways = !square ? [] : this.hand ? (this.rooms(this.hand).includes(square) ? [`+${this.hand}@${square}`] : []) : this.waysTo(square);
      return this.foresee(ways[0] ?? this.ways[0] ?? "");
    }
    this.drawLens(square && this.now.board[square] ? square : this.looked);
  }

  /** Draw what an action would do, as the server says. @param {string} action */
  foresee(action) {
    if (this.previewed === action) return;
    this.previewed = action;
    refill(this.preview);
    this.root.classList.remove("foreseeing");
    if (!action) return;
    const before = this.now;
    void this.stage([...this.steps, action]).then((answer) => {
      const after = answer?.views?.[this.steps.length];
      if (!after || this.previewed !== action || this.now !== before) return;
      refill(this.preview, traces(this.grid, effects(before, action, after)));
      this.root.classList.add("foreseeing");
    });
  }

  /** @param {string|null} square */
  drawLens(square) {
    const view = this.now;
    const { t, table, picked } = this;
    const live = table.live() && this.open;
    const choice = picked && live
      ? { stood: picked.stood, added: without(pile(view, picked.square, this.seat), picked.stood), chosen: picked.chosen, toggle: (/** @type {number} */ n) => this.toggle(n) }
      : undefined;
    const at = choice && picked ? picked.square : square;
    renew(this.lens, at ? lens(view, at, table.mine, t, choice) : abilities([...ORDER], view.turn, t));
    this.drawAims(at, Boolean(choice));
  }

  /** Where the stack under the lens can go: if it is in use by the legal list, else by hints. @param {string|null} square @param {boolean} used */
  drawAims(square, used) {
    const { grid, now } = this;
    /** @type {{moves: Iterable<string>, takes: Iterable<string>, strikes: Iterable<string>}} */
    let aims = { moves: [], takes: [], strikes: [] };
    if (used) {
      const all = this.options().map(read);
      const plain = all.filter(({ strike }) => !strike).map(({ to }) => to);
      const enemy = (/** @type {string} */ to) => pile(now, to, 1 - this.seat) !== "";
      aims = { moves: plain.filter((to) => !enemy(to)), takes: plain.filter(enemy), strikes: new Set(all.map(({ strike }) => strike).filter(Boolean)) };
    } else if (this.hand) aims.moves = this.rooms(this.hand);
    else if (this.table.live() && this.open && !this.crowned()) aims.moves = (this.legal ?? []).map((action) => action.slice(3));
    else if (square && now.board[square]) aims = reach(now, square);
    this.root.classList.toggle("looking", !used && !this.hand && this.crowned());
    const moves = [...aims.moves];
    grid.mark("target", moves.filter((there) => !now.board[there]));
    grid.mark("take", aims.takes);
    refill(this.aims,
      moves.filter((there) => now.board[there]).map((there) => grid.put(corner(), there)),
      [...aims.strikes].map((there) => grid.put(crosshair(), there)));
    grid.mark("hint", this.ways.map((action) => read(action).to));
    grid.mark("picked", used && square ? [square] : []);
    if (used || this.hand || !square || square === this.looked) this.label(used || this.hand || !this.crowned() ? aims : null);
  }

  /** What a screen reader says of each square. @param {{moves: Iterable<string>, takes: Iterable<string>, strikes: Iterable<string>}|null} aims */
  label(aims) {
    const { grid, now, table, t } = this;
    const can = new Map(Object.entries(aims ?? {}).flatMap(([how, squares]) => [...squares].map((square) => [square, how])));
    for (const square of SQUARES) {
      const how = can.get(square) ?? (square === this.picked?.square ? "picked" : "");
      grid.label(square, label(now, square, table.mine, t) + (how && `; ${t(`symbol.can.${how}`)}`));
    }
  }

  /** @returns {Deed[]} what can be done besides picking squares */
  deeds() {
    const { t, table, picked, steps } = this;
    /** @type {Deed[]} */
    const deeds = [];
    if (!table.live()) return deeds;
    for (const action of this.ways)
      deeds.push({ key: action, label: t(read(action).strike ? "symbol.deed.strike" : "symbol.deed.take", { square: read(action).strike, to: read(action).to }), press: () => void this.choose(action), point: (on) => this.foresee(on ? action : "") });
    const { step } = this.now;
    const rides = step?.moved && !step.exploded && step.part.includes("D"); // SY-41
    const blast = rides ? `${step.rest}!` : picked?.list.find((action) => action.endsWith("!"));
    if (this.open && blast)
      deeds.push({ key: "explode", label: t("symbol.deed.explode", { square: blast.slice(0, 2) }), press: () => void this.choose(blast), point: (on) => this.foresee(on ? blast : "") });
    if (!steps.length && this.legal?.includes("pass"))
      deeds.push({ key: "pass", label: t("symbol.deed.pass"), press: () => void this.choose("pass"), primary: true });
    if (steps.length) deeds.push({ key: "undo", label: t("symbol.deed.undo"), press: () => void this.undo() });
    if (steps.length && this.open && !this.confirms)
      deeds.push({ key: "end", label: t("symbol.deed.end"), press: () => void table.send([...steps, "end"]), primary: true });
    if (!steps.length && this.base.step && this.open)
      deeds.push({ key: "end", label: t("symbol.deed.end"), press: () => void table.send(["end"]), primary: true });
    return deeds;
  }

  /** The staged steps in words. */
  told() {
    return this.steps.map((action, n) => {
      const before = this.views[n - 1] ?? this.base;
      return outline(effects(before, action, this.views[n]), action, before, this.t);
    });
  }

  /** What can be done now, in a sentence. */
  status() {
    const { t, picked, hand, now } = this;
    if (!this.open) return "";
    if (!this.crowned()) return t("symbol.now.king");
    if (hand) return t("symbol.now.hand", { piece: t(`symbol.piece.${hand}`) });
    if (this.ways.length) return t("symbol.now.ways");
    if (picked && !now.step?.moved) {
      const part = this.part();
      if (!part) return t("symbol.now.none");
      if (!this.options().length) return t("symbol.now.stuck", { pieces: names(part, t) });
      return t(picked.stood.length > 1 ? "symbol.now.part" : "symbol.now.piece", { n: part.length, pieces: names(part, t) });
    }
    if (this.steps.length || now.step) return now.allowance ? t("symbol.now.more", { n: now.allowance }) : t("symbol.now.end");
    if (now.edition === "simple") return t("symbol.now.simple");
    return t("symbol.now.full", { n: now.allowance });
  }

  // --- Drawing --------------------------------------------------------------------------------------------------------

  /** Everything around the pieces: reserves, tray, marks and labels. */
  render() {
    const { table, t } = this;
    const live = table.live() && this.open;
    const view = this.now;
    for (const seat of [0, 1])
      drawReserve(this.reserves[seat], view, seat, {
        t, name: /** @type {{name?: (seat: number) => string}} */ (table).name?.(seat) ?? table.game.sides[seat],
        usable: live && seat === this.seat && this.crowned(), hand: this.hand, take: (letter) => this.grasp(letter),
      });
    drawDeeds(this.deedsBox, this.deeds());
    this.drawLens(this.looked);
    if (table.live()) table.status(this.status());
  }

  /** Draw the pieces of a view when what is under way has been seen; `what` happened is animated, and leaves traces if it
   * is only staged. @param {View} view @param {import("./symbol/effects.js").Effects|null} what @param {boolean} [staged] */
  draw(view, what, staged = false) {
    if (staged) this.motion.stop();
    this.drawing = this.drawing.then(() => this.paint(view, what, staged));
    return this.drawing;
  }

  /** @param {View} view @param {import("./symbol/effects.js").Effects|null} what @param {boolean} staged */
  async paint(view, what, staged) {
    const { grid, stacks } = this;
    const before = this.drawn;
    this.drawn = view;
    refill(this.frames, ...frames(grid, view.regions));
    refill(this.traces, ...(what && staged ? traces(grid, what) : []));
    for (const square of SQUARES) {
      const [old, here] = [before?.board[square], view.board[square]];
      if (old?.join() === here?.join()) continue;
      stacks.get(square)?.remove();
      stacks.delete(square);
      if (!here) continue;
      const node = grid.put(stack(...here), square);
      stacks.set(square, node);
      grid.layers.pieces.append(node);
    }
    if (what && before) await animate(grid, this.motion, stacks, before, what);
  }
}

/** What tells one moment of a game from another. @param {View} view */
const moment = ({ board, reserve, turn, step, turns, outcome }) => JSON.stringify([board, reserve, turn, step, turns, outcome]);

/** @param {string} action the squares that it touched */
function lastSquares(action) {
  const { from, to, strike } = read(action);
  return [from, to, strike].filter(Boolean);
}

/** A small picture of a position. @param {HTMLElement} host @param {any} view */
export function miniature(host, view) {
  const grid = new Grid({ files: 7, ranks: 7, label: "", coordinates: false });
  ground(grid);
  grid.layers.ground.append(...frames(grid, view.regions));
  for (const [square, here] of Object.entries(/** @type {View} */ (view).board)) grid.layers.pieces.append(grid.put(stack(...here), square));
  grid.layers.hits.remove();
  grid.svg.setAttribute("role", "img");
  grid.svg.removeAttribute("aria-label");
  grid.svg.setAttribute("aria-hidden", "true");
  refill(host, grid.root);
}
