// @ts-check
/** What kind of table this is, and how the game stands. */

import { swatch } from "../boards/kit.js";
import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { clockWords, gameTitle, optionWords } from "../names.js";
import { copyable } from "../shell.js";

/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** @param {HTMLElement} panel @param {TablePage} page */
export function drawInfo(panel, page) {
  const { table, live } = page;
  const shown = [table.options, table.settings, table.series, live.watching, table.status, table.secret, page.mine];
  redraw(panel, shown, () => {
    const options = Object.entries(table.options).map(([name, value]) => optionWords(table.game, name, value));
    const { series } = table;
    const playing = table.status === "playing" && page.mine.length > 0;
    return [
      el("h2", {}, gameTitle(table.game)),
      el("p", { class: "muted" }, [clockWords(table.settings.clock), ...options].join(" · ")),
      series && series.best_of > 1 && el("p", {}, t("info.series", { game: series.game, all: series.best_of, wins: series.wins.join(" : ") })),
      live.watching > 0 && el("p", { class: "muted" }, t("info.watching", { n: live.watching })),
      el(
        "details",
        {},
        el("summary", {}, t("info.more")),
        el("p", {}, t("info.invite")),
        copyable(t("waiting.link"), `${location.origin}/t/${table.id}`),
        playing && deviceLink(page),
        table.commitment && el("p", { class: "muted fair" }, t("info.fair"), el("code", {}, table.commitment)),
        table.secret && el("p", { class: "muted fair" }, t("info.secret"), el("code", {}, table.secret)),
      ),
    ];
  });
}

/** @param {TablePage} page */
function deviceLink(page) {
  const box = el("div", {});
  box.append(
    button(t("info.device"), async () => {
      const url = (await page.post("seat-link"))?.url; // works once
      if (url) box.replaceChildren(el("p", {}, t("info.device.text")), copyable(t("info.device"), new URL(url, location.origin).href));
    }),
  );
  return box;
}

/** Points, regions, sequences: whatever the game counts. @param {HTMLElement} panel @param {TablePage} page */
export function drawSummary(panel, page) {
  const view = page.past.shown;
  if (!view) return;
  const rows = page.file.summary(view, t);
  panel.hidden = !rows.length;
  redraw(panel, rows, () => [
    el("h2", { class: "unseen" }, t("summary.title")),
    el(
      "dl",
      { class: "summary" },
      rows.map((row) =>
        el("div", {}, el("dt", {}, row.seat === undefined ? null : swatch(page.colour(row.seat)), " ", row.label), el("dd", {}, row.value)),
      ),
    ),
  ]);
}
