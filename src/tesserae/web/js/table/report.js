// @ts-check
/** The report of a finished game: how it stood, where it turned, and what could have been known. */

import { button, el, loadStyle, refill } from "../dom.js";
import { language, list, t } from "../i18n.js";
import { api } from "../net.js";
import { announce } from "../shell.js";
import { advise, grade } from "./advice.js";
import { chart, table } from "./chart.js";

await loadStyle("pages");

/** @typedef {import("../pages/table.js").TablePage} TablePage */
/** @typedef {{begin: number, end: number, seat: number | null}} Turn */
/** @typedef {{turn: number, seat: number, after: number, better: number, played: string[], instead: string[]}} Point */
/** @typedef {{game: string, sides: number[][], turns: Turn[], values: number[][], points: Point[], simulations: number, details: any}} Report */

const AGAIN = 400; // milliseconds between two questions whether it is ready
const MISSES = 5; // turns of Symbol Chain that are listed

/** "+0.25" @param {number} value */
const signed = (value) => new Intl.NumberFormat(language(), { signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value).replace("-", "−");

export class ReportPanel {
  /** @type {Report | null} */ report = null;
  /** @type {import("./chart.js").Chart[]} */ #charts = [];
  #moment = el("div", {}); // what depends on the moment looked at

  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.root = el("section", { class: "report", tabindex: "-1", "aria-label": t("report.title") });
  }

  /** Ask until it is there; the server works it out meanwhile. */
  async load() {
    const bar = el("progress", { max: 1, value: 0, "aria-label": t("report.working") });
    refill(this.root, el("p", { class: "muted" }, t("report.working")), bar);
    const path = `/api/tables/${this.page.table.id}/report`;
    try {
      let answer = await api("GET", path);
      while (answer.done !== undefined) {
        bar.value = answer.done;
        await new Promise((resume) => setTimeout(resume, AGAIN));
        if (!this.page.layout.isConnected) return;
        answer = await api("GET", path);
      }
      this.report = answer;
    } catch (failure) {
      refill(this.root, el("p", { class: "error" }, /** @type {Error} */ (failure).message));
      return;
    }
    this.#draw();
    announce(t("report.ready", { n: this.report?.points.length ?? 0 }));
  }

  /** How many turns had ended at the moment looked at. */
  get turn() {
    const { past } = this.page;
    const at = past.at ?? past.moves.length;
    return this.report?.turns.filter((turn) => turn.end <= at).length ?? 0;
  }

  /** Another moment is looked at. */
  look() {
    if (!this.report) return;
    const { turn } = this;
    for (const one of this.#charts) one.look(turn);
    refill(this.#moment, this.report.game === "consequence" ? this.#knowledge(turn) : null);
  }

  /** @param {number} turn */
  #go(turn) {
    const { turns } = /** @type {Report} */ (this.report);
    void this.page.past.look(turn ? turns[turn - 1].end : 0);
  }

  /** @param {number} side */
  #side(side) {
    const seats = /** @type {Report} */ (this.report).sides[side];
    return seats.length > 1 ? t("seat.team", { n: side + 1 }) : this.#name(seats[0]);
  }

  /** @param {number} seat */
  #name(seat) {
    const { page } = this;
    const name = page.name(seat);
    const double = page.table.seats.some((_, other) => other !== seat && page.name(other) === name);
    return double ? `${name} ${seat + 1}` : name;
  }

  #draw() {
    const report = /** @type {Report} */ (this.report);
    const { sides, values, points } = report;
    this.#charts = [];
    const main = this.#chart(t("report.chart"), sides.map((_, side) => ({ name: this.#side(side), colour: side, values: values.map((at) => at[side]) })), -1, 1,
      (value) => signed(value), points.map((point) => point.turn));
    refill(
      this.root,
      el("h3", {}, t("report.title")),
      main.root,
      table([t("report.turn"), t("report.who"), ...sides.map((_, side) => this.#side(side))],
        values.map((at, turn) => [turn, turn ? this.#who(turn - 1) : t("report.beginning"), ...at.map(signed)])),
      el("h4", {}, t("report.points")),
      points.length ? el("ol", { class: "points" }, points.map((point) => this.#point(point))) : el("p", {}, t("report.no-points")),
      this.#details(report),
      this.#moment,
      el("p", { class: "muted note" }, t("report.how", { n: report.simulations })),
    );
    this.look();
  }

  /** @param {number} turn counted from 0 */
  #who(turn) {
    const { seat } = /** @type {Report} */ (this.report).turns[turn];
    return seat === null ? t("seat.referee") : this.#name(seat);
  }

  /** @param {string} label @param {import("./chart.js").Line[]} lines @param {number} low @param {number} high
   *  @param {(value: number) => string} write @param {number[]} [marks] */
  #chart(label, lines, low, high, write, marks) {
    const made = chart({
      label, lines, low, high, marks,
      tell: (turn) => [turn ? t("report.after-turn", { n: turn, name: this.#who(turn - 1) }) : t("report.beginning"), ...lines.map(({ name, values }) => `${name} ${write(values[turn])}`)].join(", "),
      look: (turn) => this.#go(turn),
    });
    this.#charts.push(made);
    return made;
  }

  /** @param {Point} point */
  #point(point) {
    const { page } = this;
    const { begin, end } = /** @type {Report} */ (this.report).turns[point.turn];
    /** @param {string[]} actions */
    const words = (actions) => list(actions.filter((action, n) => action !== "end" || !n).map((action) => page.file.describe(action, page.past.viewAt(begin), t)));
    const show = async () => {
      await page.past.look(begin);
      advise(page, point.instead);
      page.host.scrollIntoView({ block: "nearest" });
    };
    return el("li", {},
      el("p", {}, el("strong", {}, t("report.point", { n: point.turn + 1, name: this.#name(point.seat) })), " ",
        t("report.swing", { better: signed(point.better), after: signed(point.after) }), " ", t(`report.value.${grade(point.after)}`, { name: this.#name(point.seat) })),
      el("p", {}, t("report.played", { what: words(point.played) })),
      el("p", {}, t("report.better", { what: words(point.instead) })),
      el("div", { class: "row" },
        button(t("report.show"), () => void show(), { class: "small", "data-point": point.turn }),
        button(t("report.then"), () => void page.past.look(end), { class: "small" })));
  }

  /** @param {Report} report */
  #details(report) {
    const { details, game, turns } = report;
    /** @param {string} label @param {number[][]} numbers for each moment, one a seat */
    const counted = (label, numbers) => {
      const high = Math.max(1, ...numbers.flat());
      const lines = numbers[0].map((_, seat) => ({ name: this.#name(seat), colour: seat, values: numbers.map((at) => at[seat]) }));
      return [
        this.#chart(label, lines, 0, high, String).root,
        table([t("report.turn"), t("report.who"), ...lines.map(({ name }) => name)],
          numbers.map((at, turn) => [turn, turn ? this.#who(turn - 1) : t("report.beginning"), ...at])),
      ];
    };
    if (game === "symbol") return [counted(t("report.regions"), details.regions), counted(t("report.pieces"), details.pieces)];
    if (game === "consequence") {
      const known = details.knowledge.filter(Boolean).map((/** @type {any} */ { seats }) => seats.map((/** @type {any} */ { certain }) => certain));
      while (known.length < turns.length + 1) known.push(known.at(-1)); // at the end all lies open
      return [el("h4", {}, t("report.belief")), el("p", { class: "muted note" }, t("report.belief.how")), counted(t("report.certain"), known)];
    }
    return game === "symbol_chain" ? this.#memory(details, turns) : null;
  }

  /** What could be known at the moment looked at. @param {number} turn */
  #knowledge(turn) {
    const about = /** @type {Report} */ (this.report).details.knowledge[turn];
    if (!about) return el("p", {}, t("report.open-faces"));
    const squares = Object.keys(about.faces).sort();
    return [
      el("ul", { class: "facts" }, about.seats.map((/** @type {any} */ { worlds, certain }, /** @type {number} */ seat) =>
        el("li", {}, t("report.worlds", { name: this.#name(seat), certain, all: squares.length, n: worlds })))),
      squares.length > 0 && el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("report.belief") },
        el("table", { class: "belief" },
          el("thead", {}, el("tr", {}, [t("report.square"), t("report.truth"), this.#name(0), this.#name(1)].map((text) => el("th", { scope: "col" }, text)))),
          el("tbody", {}, squares.map((square) => el("tr", {}, el("th", { scope: "row" }, square),
            el("td", {}, t(`consequence.tile.${about.faces[square]}`)),
            about.seats.map((/** @type {any} */ { chances }) => el("td", { class: chances[square] === 1 ? "sure" : "" }, `${Math.round(100 * chances[square])}\u00a0%`))))))),
    ];
  }

  /** @param {any} details @param {Turn[]} turns */
  #memory(details, turns) {
    const missed = details.turns
      .map((/** @type {any} */ about, /** @type {number} */ turn) => ({ about, turn, lost: about ? about.sure - about.made : 0 }))
      .filter((/** @type {any} */ { lost }) => lost > 0)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => b.lost - a.lost || a.turn - b.turn)
      .slice(0, MISSES);
    return [
      el("h4", {}, t("report.memory")),
      el("p", { class: "muted note" }, t("report.memory.how")),
      el("ul", { class: "facts" }, details.memory.map((/** @type {any} */ one, /** @type {number} */ seat) => el("li", {},
        t("report.memory.score", { name: this.#name(seat), right: one.right, n: one.sure, percent: one.sure ? Math.round(100 * one.right / one.sure) : 100 }), " ",
        one.recent[1] > 0 && t("report.memory.recent", { turns: details.recent, right: one.recent[0], n: one.recent[1] }), " ",
        t("report.memory.points", { made: one.points, n: one.missed })))),
      missed.length > 0 && el("h5", {}, t("report.misses")),
      missed.length > 0 && el("ul", { class: "points" }, missed.map((/** @type {any} */ { about, turn }) => el("li", {}, this.#miss(about, turn, turns)))),
    ];
  }

  /** @param {any} about @param {number} turn @param {Turn[]} turns */
  #miss(about, turn, turns) {
    const wrong = about.flips.find((/** @type {any} */ flip) => !flip.right && flip.there.length);
    const words = { n: turn + 1, name: this.#who(turn), made: about.made, sure: about.sure };
    const { begin } = turns[turn];
    return [
      el("p", {}, t("report.miss", words), " ", wrong &&
        t("report.miss.where", { square: wrong.square, face: t(`symbol_chain.face.${wrong.wanted}`), there: list(wrong.there), n: wrong.ago })),
      button(t("report.show"), () => void this.page.past.look(begin), { class: "small" }),
    ];
  }
}

