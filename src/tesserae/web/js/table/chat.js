// @ts-check
/** Talk at the table. */

import { el, refill } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** The panel, made once, so that what is being typed stays. @param {TablePage} page */
export function makeChat(page) {
  const lines = el("ul", { class: "lines", tabindex: "0", "aria-label": t("chat.title") });
  const input = el("input", { id: "chat", maxlength: 500, autocomplete: "off", placeholder: t("chat.say") });
  const form = el("form", { class: "row" }, el("label", { for: "chat", class: "unseen" }, t("chat.say")), input);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    if (!(await page.command({ t: "chat", text })) && !input.value) input.value = text;
  });
  const panel = el("section", { class: "panel chat", "aria-label": t("chat.title") }, lines, form);
  let drawn = -1;
  return {
    panel,
    draw() {
      const { chat, table } = page;
      const others = table.seats.some((seat) => seat.kind === "open" || (seat.kind === "person" && !seat.mine));
      panel.hidden = !others && !page.live.watching && !chat.length;
      form.hidden = !page.mine.length;
      if (drawn === chat.length) return;
      drawn = chat.length;
      refill(
        lines,
        chat.map((line) => el("li", {}, el("strong", {}, line.name), " ", line.text)),
      );
      lines.scrollTop = lines.scrollHeight;
    },
  };
}
