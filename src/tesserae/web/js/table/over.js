// @ts-check
/** What there is to do when the game is over. */

import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { go } from "../shell.js";

/** @type {Draw} */
export function drawOver(panel, page) {
  redraw(panel, ["over", page.table.next, page.mine], () => after(page));
}

/** @param {TablePage} page */
function after(page) {
  const { table } = page;
  return el(
    "div",
    { class: "row" },
    table.next
      ? el("a", { class: "button primary", href: `/t/${table.next}` }, t("after.next"))
      : page.mine.length > 0 && button(t(table.series.over ? "after.rematch" : "after.next-game"), () => void rematch(page), { class: "primary", "data-key": "rematch" }),
    el("a", { class: "button", href: `/api/tables/${table.id}/record`, download: `${table.game}-${table.id}.txt` }, t("after.download")),
    page.flippable && button(t("controls.flip"), () => page.flip(), { "data-key": "flip" }),
    el("a", { class: "button", href: "/" }, t("nav.home")),
  );
}

/** @param {TablePage} page */
async function rematch(page) {
  const answer = await page.post("rematch");
  if (answer?.id) go(`/t/${answer.id}`);
}
