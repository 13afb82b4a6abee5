// @ts-check
/** Undo, offering, resigning. */

import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";

/** @type {Draw} */
export function drawControls(panel, page) {
  const { table } = page;
  if (page.over) return void import("./over.js").then(({ drawOver }) => drawOver(panel, page));
  const shown = [table.status, table.undo, table.takeback, table.draw, table.offers, table.seats, page.mine, page.asking, page.live.seat];
  redraw(panel, shown, () => during(page));
}

/** @param {TablePage} page */
function during(page) {
  const { table, live, game } = page;
  if (!page.mine.length || table.status !== "playing") return null;
  const seat = live.seat;
  const others = table.seats.filter((one) => one.kind === "person" && !one.mine).length;
  if (page.asking === "resign")
    return el(
      "div",
      { class: "row", role: "group", "aria-label": t("controls.resign") },
      el("span", {}, t("controls.really")),
      button(t("controls.resign"), () => void (expect(page, null), page.command({ t: "resign", seat })), { class: "danger", "data-key": "yes" }),
      button(t("cancel"), () => expect(page, null), { "data-key": "no" }),
    );
  return el(
    "div",
    { class: "row" },
    table.undo && button(t("controls.undo"), () => void page.command({ t: "undo", seat }), { "data-key": "undo" }),
    table.takeback && !table.offers.takeback &&
      button(t("controls.takeback"), () => void page.command({ t: "offer", what: "takeback" }), { "data-key": "takeback" }),
    table.draw && !table.offers.draw &&
      button(t("controls.draw"), () => void page.command({ t: "offer", what: "draw" }), { "data-key": "draw" }),
    others === 0 && page.mine.length === 1 &&
      button(t("controls.hint"), () => void import("./hint.js").then(({ hint }) => hint(page)), { "data-key": "hint" }),
    seat !== null && button(t("controls.resign"), () => expect(page, "resign"), { "data-key": "resign" }),
    page.flippable && button(t("controls.flip"), () => page.flip(), { "data-key": "flip" }),
    game.memory && !page.past.open && el("span", { class: "muted note" }, t("moves.memory")),
  );
}

/** @param {TablePage} page @param {"resign" | null} what is asked back about */
function expect(page, what) {
  page.asking = what;
  drawControls(page.controls, page);
  if (what) /** @type {HTMLElement | null} */ (page.controls.querySelector("[data-key=no]"))?.focus();
}
