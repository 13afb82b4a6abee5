// @ts-check
/** Between two players at one screen: nothing to see. */

import { button, el, refill } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** @param {HTMLElement} panel @param {TablePage} page @param {number} seat */
export function drawCurtain(panel, page, seat) {
  const name = page.sideOrName(seat);
  const show = button(t("curtain.show", { name }), () => void page.hotSeat.takeOver(seat), { class: "primary" });
  refill(
    panel,
    el(
      "div",
      { class: "box notice" },
      el("h2", {}, t("curtain.title", { name })),
      el("p", {}, t("curtain.text")),
      show,
    ),
  );
  show.focus();
}
