// @ts-check
/** Before the game: the link to send, the seats still free, the forces to choose. */

import { loadBoard } from "../boards/load.js";
import { copyable } from "../copyable.js";
import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { go } from "../shell.js";

/** @type {Draw} */
export function drawWaiting(panel, page) {
  const { table } = page;
  const open = table.seats.filter((seat) => seat.kind === "open").length;
  redraw(panel, [table.status, open, table.owner, page.mine, table.seats], () => {
    if (table.status === "choosing") return choosing(page);
    const address = `${location.origin}/t/${table.id}`;
    const { party } = table.settings;
    return el(
      "div",
      { class: "box notice" },
      el("h2", {}, open ? t("waiting.title", { n: open }) : t("waiting.full")),
      open > 0 && el("p", {}, t(!page.mine.length ? "waiting.join" : party ? "waiting.party" : "waiting.send")),
      open > 0 && !party && copyable(t("waiting.link"), address),
      page.mine.length > 0 && !party && shuffleWord(page),
      el(
        "div",
        { class: "row" },
        table.owner && open > 0 && button(t("waiting.bots"), () => void page.post("start", { level: page.level }), { "data-key": "bots" }),
        page.mine.some((seat) => !table.seats[seat].ready) &&
          button(t("waiting.ready"), () => void page.command({ t: "ready" }), { class: "primary", "data-key": "ready" }),
        party && (table.owner || !page.mine.length) && el("a", { class: "button", href: `/party/${table.id}` }, t("party.screen")),
        page.mine.length > 0 && button(t("waiting.leave"), () => void leave(page), { "data-key": "leave" }),
      ),
    );
  });
}

/** @param {TablePage} page */
async function leave(page) {
  if (await page.command({ t: "leave" })) go("/");
}

/** Whoever gives a word has had a hand in the shuffle: nobody can have chosen the deal. @param {TablePage} page */
function shuffleWord(page) {
  const word = el("input", { id: "word", maxlength: 40, value: page.table.seats[page.mine[0]].word ?? "", autocomplete: "off" });
  const give = (/** @type {Event} */ event) => (event.preventDefault(), page.command({ t: "word", word: word.value }));
  return el(
    "form",
    { class: "row", on: { submit: give } },
    el("label", { for: "word" }, t("waiting.word")),
    word,
    el("button", { type: "submit" }, t("waiting.word.give")),
  );
}

/** @param {TablePage} page */
function choosing(page) {
  const seat = page.live.seat;
  if (seat === null || page.table.seats[seat].force)
    return el("div", { class: "box notice" }, el("h2", {}, t("forces.title")), el("p", {}, t("forces.wait")));
  const size = page.table.options.unlimited ? 8 : 15;
  let chosen = "";
  const host = el("div", {});
  void loadBoard(page.table.game).then((file) => file.builder?.(host, { size, value: null, change: (text) => (chosen = text) }));
  return el(
    "div",
    { class: "box notice" },
    el("h2", {}, t("forces.title")),
    el("p", {}, t("forces.choose", { n: size })),
    host,
    el("div", { class: "row" }, button(t("forces.ready"), () => void page.command({ t: "force", seat, force: chosen }), { class: "primary" })),
  );
}
