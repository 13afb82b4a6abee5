// @ts-check
/** The line under the board: what can be done now, what was refused and why, what is about to be done. */

import { button, el, redraw } from "../dom.js";
import { list, t } from "../i18n.js";
import { settings } from "../settings.js";
import { announce } from "../shell.js";

/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** How the game ended, as a sentence. @param {TablePage} page */
export function resultWords(page) {
  const { mine, table, view } = page;
  const result = table.result ?? view?.outcome;
  if (!result) return "";
  const reason = t(`reason.${result.reason}`);
  const own = result.winners.filter((seat) => table.seats[seat].mine);
  if (!result.winners.length) return t("result.draw", { reason });
  if (own.length && mine.length === own.length && own.length === result.winners.length)
    return t(mine.length === 1 ? "result.you" : "result.team", { reason });
  const names = list(result.winners.map((seat) => page.name(seat)));
  return t("result.won", { n: result.winners.length, names, reason });
}

export class Status {
  #said = ""; // by the board
  /** @type {{text: string, rule: string | null} | null} */ #why = null;
  /** @type {{actions: string[], words: string} | null} */ #proposal = null;

  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.line = el("div", { class: "sentence" });
    this.typed = el("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: t("typing.example") });
    this.form = el("form", { class: "row typing" }, el("label", { for: "typed", class: "unseen" }, t("typing.label")), this.typed, el("button", { type: "submit" }, t("typing.send")));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#type();
    });
    this.panel = el("div", { class: "status" }, this.line, this.form);
  }

  /** What the board says can be done. @param {string} text */
  say(text) {
    this.#said = text;
    this.draw();
  }

  /** Why something is not possible. @param {string} text @param {string | null} [rule] */
  explain(text, rule = null) {
    this.#why = { text, rule };
    announce(rule ? `${text} (${rule})` : text);
    this.draw();
  }

  /** @param {string[]} actions @param {string} [words] */
  propose(actions, words) {
    this.#why = null;
    if (actions.length && !settings.confirm) return void this.page.act(actions);
    const { file, view } = this.page;
    this.#proposal = actions.length
      ? { actions, words: words ?? list(actions.map((action) => file.describe(action, view, t))) }
      : null;
    if (this.#proposal) announce(this.#proposal.words);
    this.draw();
  }

  withdraw() {
    if (this.#proposal) this.page.board?.clear();
    this.#close();
  }

  /** The proposal is gone, and with it its buttons: a focus on one of them goes back to the board. */
  #close() {
    const focused = this.panel.contains(document.activeElement);
    this.#proposal = null;
    this.draw();
    if (focused) this.page.focusBoard();
  }

  /** The position has changed: what was said about the old one is past. */
  fresh() {
    this.#why = null;
    this.#proposal = null;
    this.#said = "";
  }

  #sentence() {
    const { page } = this;
    const { table, live, view } = page;
    if (live.waiting) return t(live.link === "open" ? "status.sending" : "status.unsent");
    if (page.over) return resultWords(page);
    if (table.status !== "playing") return page.mine.length ? "" : t("status.watching");
    if (page.past.at !== null) return t("status.past", { n: page.past.at, all: page.past.moves.length });
    if (page.hotSeat.successor !== null) return t("status.pass-on", { name: page.sideOrName(page.hotSeat.successor) });
    if (page.acting) return this.#said || t("status.yours");
    const names = list((view?.actors ?? []).map((seat) => page.name(seat)));
    const waiting = t("status.others", { names });
    return page.mine.length ? waiting : `${t("status.watching")} ${waiting}`;
  }

  draw() {
    const { page } = this;
    if (!page.game) return;
    const sentence = this.#sentence();
    const proposal = page.acting && !page.live.waiting ? this.#proposal : null;
    const why = this.#why;
    const { at } = page.past;
    const { successor } = page.hotSeat;
    this.form.hidden = !settings.typing || !page.acting;
    redraw(this.line, [sentence, proposal, why, at, successor, page.over], () => [
      sentence && el("p", { class: page.over ? "result" : page.acting ? "now" : "" }, sentence),
      why && el("p", { class: "why" }, why.text, why.rule && el("span", { class: "rule" }, why.rule)),
      proposal &&
        el(
          "div",
          { class: "proposal", role: "group", "aria-label": t("proposal.title") },
          el("span", { class: "words" }, proposal.words),
          button(t("proposal.confirm"), () => void this.confirm(), { class: "primary", "data-key": "confirm" }),
          button(t("cancel"), () => this.withdraw(), { "data-key": "cancel" }),
        ),
      at !== null && button(t("status.present"), () => void page.past.look(null), { class: "primary", "data-key": "present" }),
      successor !== null &&
        button(t("curtain.hide"), () => page.hotSeat.handOver(successor), { class: "primary", "data-key": "hide" }),
    ]);
  }

  confirm() {
    const actions = this.#proposal?.actions;
    this.#close();
    if (actions) void this.page.act(actions);
  }

  async #type() {
    const actions = this.typed.value.split(/[;\n]/).map((part) => part.trim()).filter(Boolean);
    if (!actions.length) return;
    this.page.board?.clear();
    this.#proposal = null;
    if (await this.page.act(actions)) this.typed.value = "";
  }
}
