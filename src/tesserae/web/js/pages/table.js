// @ts-check
/** A table: the board is the page; everything else steps back. */

import { loadBoard } from "../boards/load.js";
import { el, refill } from "../dom.js";
import { list, t } from "../i18n.js";
import { Live } from "../live.js";
import { gameTitle, seatName, sideName } from "../names.js";
import { api, loadGame, loadGames, say } from "../net.js";
import { motion, settings, watchSettings } from "../settings.js";
import { announce, go, titled } from "../shell.js";
import { sound } from "../sound.js";
import { makeChat } from "../table/chat.js";
import { drawControls } from "../table/controls.js";
import { drawInfo, drawSummary } from "../table/info.js";
import { drawMoves } from "../table/moves.js";
import { drawClocks, drawSeats } from "../table/seats.js";
import { Status } from "../table/status.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Move} Move */

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
  /** @type {number | null} */ at = null; // how many moves had been made at the moment looked at; null: the present
  /** @type {"resign" | null} */ asking = null;
  /** @type {number | null} */ facing = null; // of several seats at this screen, the one whose player sits before it
  level = settings.level;
  turned = false; // the board was turned round by hand
  /** @type {import("../types.js").Game} */ game = /** @type {any} */ (undefined);
  /** @type {import("../types.js").BoardFile} */ file = /** @type {any} */ (undefined);
  /** @type {import("../types.js").Board | null} */ board = null;
  /** @type {Map<number, View>} */ #views = new Map();
  /** @type {{views: View[], moves: Move[]} | null} */ #replay = null;
  /** @type {Map<string, Promise<any>>} */ #legal = new Map();
  #shownSeat = /** @type {number | null | undefined} */ (undefined);
  #shownFlip = false;
  /** @type {View | null} */ #shownView = null;
  #reviewing = false;
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
    this.curtain = el("div", { class: "curtain", hidden: true });
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
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
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
  get moves() {
    return this.over && this.#replay ? this.#replay.moves : this.live.moves;
  }
  /** A game of memory is not looked back on while it is played: what lay open for a moment stays past. */
  get canLookBack() {
    return this.over || !this.game.memory || Boolean(this.table.options.memory_aid);
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
    return !this.over && this.at === null && seat !== null && Boolean(this.view?.actors.includes(seat));
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

  /** @param {Move} move */
  endsTurn(move) {
    return move.action === "end";
  }

  /** A move in words. @param {number} index */
  describe(index) {
    const move = this.moves[index];
    const view = this.#viewAt(index) ?? this.#viewAt(index + 1) ?? this.view;
    const who = move.seat === null ? t("seat.referee") : this.name(move.seat);
    return t("said", { name: who, what: this.file.describe(move.action, view, t, this.#viewAt(index + 1)) });
  }

  /** The view that is on the screen. */
  get shown() {
    return this.at === null ? this.view : this.#viewAt(this.at);
  }

  /** @param {number} moves how many had been made @returns {View | null} */
  #viewAt(moves) {
    if (this.over && this.#replay) return this.#replay.views[moves] ?? null;
    return this.#views.get(moves) ?? null;
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
      refill(this.main, this.banner, el("h1", { class: "unseen" }, gameTitle(this.game.name)), this.curtain, this.layout);
      this.#remember();
      this.draw(false);
      this.started();
      return;
    }
    if (message.t === "thinking") return this.#thinking(message);
    if (message.t === "state" || message.t === "event") this.#changed(message);
    else if (message.t === "presence") this.draw(false);
  }

  /** @param {any} message a state or an event, already taken into the document */
  #changed(message) {
    const news = message.t === "event" && message.kind === "acted";
    if (message.t === "state" || message.kind === "undone") this.#views.clear();
    this.#remember();
    this.#legal.clear();
    if (this.at !== null && this.at > this.moves.length) this.at = null;
    if (message.t === "event" && message.kind !== "chatted") this.status.fresh();
    if (this.over && !this.#replay) void this.#review();
    if (news) this.#tell();
    this.draw(news);
    const acts = this.acting;
    if (acts && !this.#acted) sound("turn");
    else if (news) sound("move");
    if (message.kind === "ended") {
      sound("end");
      announce(this.resultWords());
    }
    this.#acted = acts;
  }

  #remember() {
    if (this.view) this.#views.set(this.live.moves.length, this.view);
  }

  #tell() {
    const index = this.live.moves.length - 1;
    const yours = this.acting ? ` ${t("status.yours")}` : "";
    announce(`${this.describe(index)}.${yours}`);
  }

  #link() {
    const lost = this.live.link === "lost" || (this.live.link === "closed" && this.live.trouble);
    this.banner.hidden = !lost;
    if (!lost) return;
    const waiting = this.live.waiting ? ` ${t("link.waiting")}` : "";
    this.banner.textContent = this.live.trouble ? say(this.live.trouble) : `${t("link.lost")}${waiting}`;
  }

  /** @param {{seat: number, seconds: number}} message */
  #thinking(message) {
    const bar = this.seats.querySelector(`[data-seat="${message.seat}"] .thinking`);
    if (!bar || !motion()) return;
    bar.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: message.seconds * 1000, fill: "none" });
  }

  /** Everything that happened, with nothing hidden: the game is over. */
  async #review() {
    if (this.#reviewing) return;
    this.#reviewing = true;
    this.#replay = await this.#past();
    this.draw(false);
  }

  /** What happened before this page was opened, as it was seen. */
  async #recall() {
    const past = await this.#past();
    past?.views.forEach((view, moves) => this.#views.has(moves) || this.#views.set(moves, view));
  }

  /** @returns {Promise<{views: View[], moves: Move[]} | null>} */
  async #past() {
    const seat = this.live.seat === null || this.over ? "" : `?seat=${this.live.seat}`;
    try {
      return await api("GET", `/api/tables/${this.table.id}/replay${seat}`);
    } catch (failure) {
      this.status.explain(/** @type {Error} */ (failure).message);
      return null;
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, .board-host")) return;
    if (!this.game || !this.canLookBack || !this.view) return;
    const at = this.at ?? this.moves.length;
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.moves.length };
    if (!(event.key in steps)) return;
    event.preventDefault();
    void this.look(steps[/** @type {keyof steps} */ (event.key)]);
  }

  // --- What is shown ---------------------------------------------------------------------------------------------

  /** @param {boolean} animate */
  draw(animate) {
    if (!this.game) return;
    if (this.#hotSeat()) return;
    const begun = this.view !== null && (this.table.status === "playing" || this.over);
    this.before.hidden = begun;
    this.host.hidden = !begun;
    this.movesPanel.hidden = !begun || !this.moves.length;
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
    if (this.over && !this.#replay) void this.#review();
  }

  /** Several seats at one screen: look through the one to act, behind a curtain where something is hidden.
   *  True if nothing else may be shown now. */
  #hotSeat() {
    const { mine, table, view, live } = this;
    const several = mine.length > 1 && table.status === "playing" && view !== null;
    if (!several || live.seat === null) {
      this.curtain.hidden = true;
      if (!this.layout.isConnected) this.main.append(this.layout);
      return false;
    }
    const next = mine.find((seat) => view.actors.includes(seat));
    if (!this.game.secrets || this.facing === live.seat) return false;
    if (this.layout.isConnected) this.#cover(next ?? live.seat);
    return true;
  }

  /** Where nothing is hidden, look through the seat to act, once the last move has been seen. */
  async #passOn() {
    const { mine, view, live } = this;
    if (this.game.secrets || mine.length < 2 || live.seat === null || view?.actors.includes(live.seat)) return;
    const next = mine.find((seat) => view?.actors.includes(seat));
    if (next !== undefined) await live.look(next);
  }

  /** The seat to act after this one, if it is another one at this screen and something is hidden. */
  get successor() {
    if (this.mine.length < 2 || !this.game.secrets || this.over || !this.view || this.live.seat === null) return null;
    if (this.view.actors.includes(this.live.seat)) return null;
    return this.mine.find((seat) => this.view?.actors.includes(seat)) ?? null;
  }

  /** Hide everything until the player of that seat has taken over. @param {number} seat */
  handOver(seat) {
    if (!this.game.secrets) return void this.live.look(seat);
    this.facing = null;
    this.at = null;
    this.#cover(seat);
  }

  /** @param {number} seat */
  #cover(seat) {
    this.board?.destroy();
    this.board = null;
    this.host.textContent = "";
    this.layout.remove();
    announce("");
    refill(this.curtain);
    this.curtain.hidden = false;
    void import("../table/curtain.js").then(({ drawCurtain }) => drawCurtain(this.curtain, this, seat));
  }

  /** The player of a seat sits before the screen. @param {number} seat */
  async takeOver(seat) {
    await this.live.look(seat);
    this.facing = seat;
    this.#views.clear();
    this.#remember();
    this.curtain.hidden = true;
    this.main.append(this.layout);
    this.draw(false);
    this.focusBoard();
  }

  /** @param {boolean} animate */
  async #show(animate) {
    const flip = this.flipped;
    const seat = this.#side();
    if (!this.board || this.#shownSeat !== seat || this.#shownFlip !== flip) {
      this.board?.destroy();
      this.host.textContent = "";
      this.board = this.file.board.create(this.host, this.#forBoard());
      [this.#shownSeat, this.#shownFlip, this.#shownView] = [seat, flip, null];
    }
    const view = this.shown;
    if (!view || !this.board || view === this.#shownView) return;
    this.#shownView = view;
    const last = this.moves[(this.at ?? this.moves.length) - 1] ?? null;
    const board = this.board;
    await board.show(view, { legal: null, animate, last });
    if (view === this.view) await this.#passOn();
    if (!this.acting) return;
    const legal = await this.#ask();
    if (board === this.board && view === this.view && this.acting && legal?.actions)
      await board.show(view, { legal: legal.actions, animate: false, last });
  }

  /** Look at an earlier moment; the game goes on. @param {number | null} at */
  async look(at) {
    if (!this.canLookBack) return;
    const wanted = at === null || at >= this.moves.length ? null : Math.max(0, at);
    if (wanted !== null && !this.#viewAt(wanted)) await this.#recall();
    if (wanted !== null && !this.#viewAt(wanted)) return;
    if (this.at === null && wanted !== null) this.status.withdraw();
    this.at = wanted;
    if (wanted !== null && wanted > 0) announce(this.describe(wanted - 1));
    this.draw(true);
  }

  focusBoard() {
    /** @type {HTMLElement | null} */ (this.host.querySelector('[tabindex="0"]'))?.focus();
  }

  flip() {
    this.turned = !this.turned;
    this.draw(false);
  }

  /** How the game ended, as a sentence. */
  resultWords() {
    const result = this.table.result ?? this.view?.outcome;
    if (!result) return "";
    const reason = t(`reason.${result.reason}`);
    const own = result.winners.filter((seat) => this.table.seats[seat].mine);
    if (!result.winners.length) return t("result.draw", { reason });
    if (own.length && this.mine.length === own.length && own.length === result.winners.length)
      return t(this.mine.length === 1 ? "result.you" : "result.team", { reason });
    const names = list(result.winners.map((seat) => this.name(seat)));
    return t("result.won", { n: result.winners.length, names, reason });
  }

  // --- What is done ----------------------------------------------------------------------------------------------

  /** The table as a board knows it. @returns {import("../types.js").BoardTable} */
  #forBoard() {
    const page = this;
    return {
      get seat() {
        return page.live.seat;
      },
      get mine() {
        return page.mine;
      },
      get motion() {
        return motion();
      },
      get confirms() {
        return settings.confirm;
      },
      seats: this.table.seats.length,
      game: this.game,
      t,
      flipped: this.flipped,
      name: (seat) => page.name(seat),
      words: (action) => page.file.describe(action, page.view, t),
      live: () => page.acting && !page.live.waiting,
      legal: async (at) => (await page.#ask(at))?.actions ?? [],
      stage: async (actions) => {
        const answer = await page.live.ask({ t: "stage", seat: page.live.seat, actions });
        if (answer.t === "staged") return answer;
        page.status.explain(say(answer), answer.rule);
        throw new Error(say(answer));
      },
      why: (action) => page.why(action),
      explain: (text, rule) => page.status.explain(text, rule),
      propose: (actions, words) => page.status.propose(actions, words),
      send: (actions) => page.act(actions),
      status: (text) => page.status.say(text),
    };
  }

  /** The legal actions, asked for once a position. @param {string} [at] */
  #ask(at) {
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

  /** @param {"resign" | null} what */
  expect(what) {
    this.asking = what;
    drawControls(this.controls, this);
    if (what) /** @type {HTMLElement | null} */ (this.controls.querySelector("[data-key=no]"))?.focus();
  }

  async hint() {
    const answer = await this.live.ask({ t: "hint", seat: this.live.seat });
    if (answer.t !== "hint") return this.status.explain(say(answer), answer.rule);
    const best = answer.candidates[0]?.action;
    if (best) this.status.explain(t("hint", { action: best, words: this.file.describe(best, this.view, t) }));
  }

  async fillWithBots() {
    await this.#post("start", { level: this.level });
  }

  async leave() {
    if (await this.command({ t: "leave" })) go("/");
  }

  async rematch() {
    const answer = await this.#post("rematch", {});
    if (answer?.id) go(`/t/${answer.id}`);
  }

  /** @param {string} what @param {object} body */
  async #post(what, body) {
    try {
      return await api("POST", `/api/tables/${this.table.id}/${what}`, body);
    } catch (failure) {
      this.status.explain(/** @type {Error} */ (failure).message);
      return null;
    }
  }

  /** A one-time link that moves a seat to another device. */
  async seatLink() {
    return (await this.#post("seat-link", {}))?.url ?? null;
  }
}
