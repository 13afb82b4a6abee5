// @ts-check
/** A table: the board is the page; everything else steps back. */

import { loadBoard } from "../boards/load.js";
import { el, refill } from "../dom.js";
import { t } from "../i18n.js";
import { Live } from "../live.js";
import { gameTitle, seatName, sideName } from "../names.js";
import { api, loadGame, loadGames, say } from "../net.js";
import { settings, watchSettings } from "../settings.js";
import { announce, titled } from "../shell.js";
import { sound } from "../sound.js";
import { makeChat } from "../table/chat.js";
import { drawControls } from "../table/controls.js";
import { forBoard } from "../table/for_board.js";
import { HotSeat } from "../table/hot_seat.js";
import { drawInfo, drawSummary } from "../table/info.js";
import { drawMoves } from "../table/moves.js";
import { Past } from "../table/past.js";
import { drawClocks, drawSeats, showThinking } from "../table/seats.js";
import { resultWords, Status } from "../table/status.js";

/** @typedef {import("../types.js").View} View */

/** @param {HTMLElement} main @param {string} id */
export async function open(main, id) {
  const token = /^#seat=(.+)$/.exec(location.hash)?.[1];
  if (token) {
    history.replaceState(null, "", location.pathname);
    await api("POST", `/api/tables/${id}/claim`, { token });
  }
  const page = new TablePage(main, id);
  void loadGames().catch(() => {}); // will be wanted; a failure is told then
  await page.ready;
  return page;
}

export class TablePage {
  /** @type {"resign" | null} */ asking = null;
  level = settings.level;
  turned = false; // the board was turned round by hand
  /** @type {import("../types.js").Game} */ game = /** @type {any} */ (undefined);
  /** @type {import("../types.js").BoardFile} */ file = /** @type {any} */ (undefined);
  /** @type {import("../types.js").Board | null} */ board = null;
  /** @type {Map<string, Promise<any>>} */ #legal = new Map();
  #shownSeat = /** @type {number | null | undefined} */ (undefined);
  #shownFlip = false;
  /** @type {View | null} */ #shownView = null;
  #acted = false; // it was my turn when we last looked

  /** @param {HTMLElement} main @param {string} id */
  constructor(main, id) {
    this.main = main;
    this.banner = el("p", { class: "banner", role: "alert", hidden: true });
    this.host = el("div", { class: "board-host" });
    this.before = el("div", { class: "before" });
    this.seats = el("section", { class: "panel", "aria-label": t("seats.title") });
    this.movesPanel = el("section", { class: "panel", "aria-label": t("moves.title") });
    this.controls = el("section", { class: "panel controls", "aria-label": t("controls.title") });
    this.info = el("section", { class: "panel info", "aria-label": t("info.title") });
    this.summary = el("section", { class: "panel", "aria-label": t("summary.title") });
    this.past = new Past(this);
    this.hotSeat = new HotSeat(this);
    this.status = new Status(this);
    this.live = new Live(id, (message) => void this.#hear(message));
    this.chatPanel = makeChat(this);
    this.layout = el(
      "div",
      { class: "table" },
      el("section", { class: "center", "aria-label": t("table.board") }, this.before, this.host),
      el("div", { class: "right" }, this.seats, this.status.panel, this.controls, this.movesPanel),
      el("div", { class: "left" }, this.summary, this.info, this.chatPanel.panel),
    );
    /** @type {(value: void) => void} */ let done = () => {};
    /** @type {(error: unknown) => void} */ let fail = () => {};
    this.ready = /** @type {Promise<void>} */ (new Promise((yes, no) => ([done, fail] = [yes, no])));
    this.started = done;
    this.failed = fail;
    this.clocks = setInterval(() => this.live.doc && drawClocks(this.seats, this), 200);
    this.unwatch = watchSettings(() => this.live.doc && this.draw(false));
    this.keys = (/** @type {KeyboardEvent} */ event) => this.past.key(event);
    this.leaving = (/** @type {Event} */ event) => this.live.waiting && event.preventDefault();
    document.addEventListener("keydown", this.keys);
    addEventListener("beforeunload", this.leaving);
  }

  destroy() {
    this.live.close();
    this.board?.destroy();
    clearInterval(this.clocks);
    this.unwatch();
    document.removeEventListener("keydown", this.keys);
    removeEventListener("beforeunload", this.leaving);
  }

  // --- What is known ---------------------------------------------------------------------------------------------

  get doc() {
    return /** @type {import("../types.js").Doc} */ (this.live.doc);
  }
  get table() {
    return this.doc.table;
  }
  get view() {
    return this.doc.view;
  }
  get chat() {
    return this.live.chat;
  }
  /** The seats that are mine. */
  get mine() {
    return this.table.seats.flatMap((seat, number) => (seat.mine ? [number] : []));
  }
  get over() {
    return this.table.status === "over";
  }
  get flippable() {
    return this.table.seats.length === 2;
  }
  get flipped() {
    const second = settings.orientation === "own" && this.flippable && this.#side() === 1;
    return second !== this.turned;
  }
  /** Whether a click may compose an action. */
  get acting() {
    const seat = this.live.seat;
    return !this.over && this.past.at === null && seat !== null && Boolean(this.view?.actors.includes(seat));
  }

  /** The seat at whose side the board is looked at. */
  #side() {
    return this.mine.length > 1 && !this.game.secrets ? this.mine[0] : this.live.seat;
  }

  /** @param {number} seat */
  name(seat) {
    const who = this.table.seats[seat];
    if (who.mine) return this.mine.length === 1 ? t("seats.you") : this.sideOrName(seat);
    return seatName(who, sideName(this.game, seat));
  }

  /** What to call a seat at a screen that several people share. @param {number} seat */
  sideOrName(seat) {
    return sideName(this.game, seat);
  }

  /** The colour and pattern of a seat: that of its team, where there are teams. @param {number} seat */
  colour(seat) {
    return this.view?.teams ? seat % this.view.teams : seat;
  }

  // --- What happens ----------------------------------------------------------------------------------------------

  /** @param {any} message */
  async #hear(message) {
    if (this.live.trouble) {
      this.failed(new Error(say(this.live.trouble)));
      this.#link();
      return;
    }
    if (message.t === "link" || message.t === "state") this.#link();
    if (message.t === "link") {
      if (this.game) this.status.draw();
      return;
    }
    if (!this.live.doc) return;
    if (!this.game) {
      if (message.t !== "state") return;
      try {
        const name = this.table.game;
        [this.game, this.file] = await Promise.all([loadGame(name), loadBoard(name)]);
      } catch (error) {
        return this.failed(error);
      }
      refill(this.main, this.banner, el("h1", { class: "unseen" }, gameTitle(this.game.name)), this.hotSeat.curtain, this.layout);
      this.past.remember();
      this.draw(false);
      this.started();
      return;
    }
    if (message.t === "thinking") return showThinking(this.seats, message);
    if (message.t === "state" || message.t === "event") this.#changed(message);
    else if (message.t === "presence") this.draw(false);
  }

  /** @param {any} message a state or an event, already taken into the document */
  #changed(message) {
    const news = message.t === "event" && message.kind === "acted";
    this.past.remember(message.t === "state" || message.kind === "undone");
    this.#legal.clear();
    if (message.t === "event" && message.kind !== "chatted") this.status.fresh();
    if (news) this.#tell();
    this.draw(news);
    const acts = this.acting;
    if (acts && !this.#acted) sound("turn");
    else if (news) sound("move");
    if (message.kind === "ended") {
      sound("end");
      announce(resultWords(this));
    }
    this.#acted = acts;
  }

  #tell() {
    const index = this.live.moves.length - 1;
    const yours = this.acting ? ` ${t("status.yours")}` : "";
    announce(`${this.past.describe(index)}.${yours}`);
  }

  #link() {
    const lost = this.live.link === "lost" || (this.live.link === "closed" && this.live.trouble);
    this.banner.hidden = !lost;
    if (!lost) return;
    const waiting = this.live.waiting ? ` ${t("link.waiting")}` : "";
    this.banner.textContent = this.live.trouble ? say(this.live.trouble) : `${t("link.lost")}${waiting}`;
  }

  // --- What is shown ---------------------------------------------------------------------------------------------

  /** @param {boolean} animate */
  draw(animate) {
    if (!this.game) return;
    if (this.hotSeat.covers()) return;
    const begun = this.view !== null && (this.table.status === "playing" || this.over);
    this.before.hidden = begun;
    this.host.hidden = !begun;
    this.movesPanel.hidden = !begun || !this.past.moves.length;
    this.summary.hidden = !begun;
    drawSeats(this.seats, this);
    drawControls(this.controls, this);
    drawInfo(this.info, this);
    this.chatPanel.draw();
    if (begun) {
      drawMoves(this.movesPanel, this);
      drawSummary(this.summary, this);
      void this.#show(animate);
    } else void import("../table/waiting.js").then(({ drawWaiting }) => drawWaiting(this.before, this));
    this.status.draw();
    titled((this.acting ? "● " : "") + gameTitle(this.game.name));
    void this.past.review();
  }

  /** @param {boolean} animate */
  async #show(animate) {
    const flip = this.flipped;
    const seat = this.#side();
    if (!this.board || this.#shownSeat !== seat || this.#shownFlip !== flip) {
      this.clearBoard();
      this.board = this.file.board.create(this.host, forBoard(this));
      [this.#shownSeat, this.#shownFlip, this.#shownView] = [seat, flip, null];
    }
    const { at, moves, shown: view } = this.past;
    if (!view || !this.board || view === this.#shownView) return;
    this.#shownView = view;
    const last = moves[(at ?? moves.length) - 1] ?? null;
    const board = this.board;
    await board.show(view, { legal: null, animate, last });
    if (view === this.view) await this.hotSeat.passOn();
    if (!this.acting) return;
    const legal = await this.legal();
    if (board === this.board && view === this.view && this.acting && legal?.actions)
      await board.show(view, { legal: legal.actions, animate: false, last });
  }

  clearBoard() {
    this.board?.destroy();
    this.board = null;
    this.host.textContent = "";
  }

  focusBoard() {
    /** @type {HTMLElement | null} */ (this.host.querySelector('[tabindex="0"]'))?.focus();
  }

  flip() {
    this.turned = !this.turned;
    this.draw(false);
  }

  // --- What is done ----------------------------------------------------------------------------------------------

  /** The legal actions, asked for once a position. @param {string} [at] */
  legal(at) {
    const key = `${this.live.seat} ${at ?? ""}`;
    let answer = this.#legal.get(key);
    if (!answer) {
      answer = this.live.ask({ t: "legal", seat: this.live.seat, ...(at ? { at } : {}) });
      this.#legal.set(key, answer);
    }
    return answer;
  }

  /** @param {string} action */
  async why(action) {
    const answer = await this.live.ask({ t: "why", seat: this.live.seat, action });
    const refused = answer.t === "why" ? answer.refused : answer;
    if (refused) this.status.explain(say(refused), refused.rule);
  }

  /** Make a move; false if it was refused, and then it has been said why. @param {string[]} actions */
  async act(actions) {
    const answer = this.live.send({ t: "act", seat: this.live.seat, actions });
    this.status.draw();
    const { ok, refused } = await answer;
    if (refused) {
      this.board?.clear();
      this.status.explain(say(refused), refused.rule);
    }
    this.status.draw();
    return ok;
  }

  /** Anything else that changes something. @param {Record<string, unknown>} message */
  async command(message) {
    const { ok, refused } = await this.live.send(message);
    if (refused) this.status.explain(say(refused), refused.rule);
    return ok;
  }

  /** By HTTP; null if it failed, and then it has been said why. @param {string} what @param {object} [body] */
  async post(what, body = {}) {
    try {
      return await api("POST", `/api/tables/${this.table.id}/${what}`, body);
    } catch (failure) {
      this.status.explain(/** @type {Error} */ (failure).message);
      return null;
    }
  }
}
