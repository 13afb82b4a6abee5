// @ts-check
/** The line under the board of a table, and the moves that are typed. */

import { button, el } from "../dom.js";
import { list, t } from "../i18n.js";
import { Saying } from "../saying.js";
import { settings } from "../settings.js";

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

export class Status extends Saying {
  /** @param {TablePage} page */
  constructor(page) {
    super(page);
    this.page = page;
    this.typed = el("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: t("typing.example") });
    this.form = el("form", { class: "row typing" }, el("label", { for: "typed", class: "unseen" }, t("typing.label")), this.typed, el("button", { type: "submit" }, t("typing.send")));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#type();
    });
    this.panel = el("div", { class: "status" }, this.line, this.form);
  }

  /** @returns {[string, string]} */
  sentence() {
    const { page } = this;
    const { table, live, view, past } = page;
    const successor = page.hotSeat?.successor ?? null;
    if (live.waiting) return [t(live.link === "open" ? "status.sending" : "status.unsent"), ""];
    if (page.over) return [resultWords(page), "result"];
    if (table.status !== "playing") return [page.mine.length ? "" : t("status.watching"), ""];
    if (past.at !== null) return [t("status.past", { n: past.at, all: past.moves.length }), ""];
    if (successor !== null) return [t("status.pass-on", { name: page.sideOrName(successor) }), ""];
    if (page.acting) return [this.said || t("status.yours"), "now"];
    const names = list((view?.actors ?? []).map((seat) => page.name(seat)));
    const waiting = t("status.others", { names });
    return [page.mine.length ? waiting : `${t("status.watching")} ${waiting}`, ""];
  }

  get open() {
    return this.page.acting && !this.page.live.waiting;
  }

  more() {
    const { past, hotSeat } = this.page;
    const successor = hotSeat?.successor ?? null;
    return [
      past.at !== null && button(t("status.present"), () => void past.look(null), { class: "primary", "data-key": "present" }),
      successor !== null && button(t("curtain.hide"), () => hotSeat?.handOver(successor), { class: "primary", "data-key": "hide" }),
    ];
  }

  draw() {
    const { page } = this;
    if (!page.game) return;
    this.form.hidden = !settings.typing || !page.acting;
    super.draw([page.past.at, page.hotSeat?.successor]);
  }

  async #type() {
    const actions = this.typed.value.split(/[;\n]/).map((part) => part.trim()).filter(Boolean);
    if (!actions.length) return;
    this.page.board?.clear();
    this.proposal = null;
    if (await this.page.act(actions)) this.typed.value = "";
  }
}
