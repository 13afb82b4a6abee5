// @ts-check
/** The line under the board: what can be done now, what was refused and why, what is about to be done. */

import { button, el, redraw } from "../dom.js";
import { list, t } from "../i18n.js";
import { ruleLink } from "../names.js";
import { settings } from "../settings.js";
import { announce } from "../shell.js";

/** @typedef {import("../pages/table.js").TablePage} TablePage */

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
    if (page.over) return page.resultWords();
    if (table.status !== "playing") return page.mine.length ? "" : t("status.watching");
    if (page.at !== null) return t("status.past", { n: page.at, all: page.moves.length });
    if (page.successor !== null) return t("status.pass-on", { name: page.sideOrName(page.successor) });
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
    this.form.hidden = !settings.typing || !page.acting;
    redraw(this.line, [sentence, proposal, why, page.at, page.successor, page.over], () => [
      sentence && el("p", { class: page.over ? "result" : page.acting ? "now" : "" }, sentence),
      why && el("p", { class: "why" }, why.text, why.rule && ruleLink(why.rule)),
      proposal &&
        el(
          "div",
          { class: "proposal", role: "group", "aria-label": t("proposal.title") },
          el("span", { class: "words" }, proposal.words),
          button(t("proposal.confirm"), () => void this.confirm(), { class: "primary", "data-key": "confirm" }),
          button(t("cancel"), () => this.withdraw(), { "data-key": "cancel" }),
        ),
      page.at !== null && button(t("status.present"), () => void page.look(null), { class: "primary", "data-key": "present" }),
      page.successor !== null &&
        button(t("curtain.hide"), () => page.handOver(/** @type {number} */ (page.successor)), { class: "primary", "data-key": "hide" }),
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
