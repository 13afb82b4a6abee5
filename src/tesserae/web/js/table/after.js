// @ts-check
/** When the game is over: play on from the moment looked at, and look at the report. */

import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { sideName } from "../names.js";
import { loadGames } from "../net.js";
import { go } from "../shell.js";
import { extras } from "./advice.js";

/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** @type {WeakMap<TablePage, import("./report.js").ReportPanel>} */
const reports = new WeakMap();

/** @param {HTMLElement} panel @param {TablePage} page */
export async function drawAfter(panel, page) {
  const [{ levels }] = await Promise.all([loadGames(), extras()]);
  const { past, table } = page;
  const report = reports.get(page);
  const at = past.at ?? past.moves.length;
  const view = past.viewAt(at);
  const ended = at === past.moves.length && view !== null && !view.actors.length;
  panel.hidden = view === null;
  redraw(panel, [at, ended, page.level, Boolean(report), table.seats], () => [
    el("h2", {}, t("after.title")),
    playOn(page, at, view, levels, ended),
    report?.root ?? button(t("report.open"), () => void openReport(panel, page), { "data-key": "report" }),
  ]);
  report?.look();
}

/** @param {HTMLElement} panel @param {TablePage} page */
async function openReport(panel, page) {
  const { ReportPanel } = await import("./report.js");
  const report = new ReportPanel(page);
  reports.set(page, report);
  await drawAfter(panel, page);
  report.root.focus();
  await report.load();
}

/** A table where one goes on from the moment looked at.
 *  @param {TablePage} page @param {number} at @param {any} view @param {string[]} levels @param {boolean} ended the game, by its rules */
function playOn(page, at, view, levels, ended) {
  const { table, game, mine } = page;
  const acts = mine.length === 1 ? mine[0] : (view?.actors[0] ?? mine[0] ?? 0);
  const seats = table.seats.map((_, seat) => /** @type {[string, string]} */ ([String(seat), sideName(game, seat)]));
  const seat = choice("play-on-seat", seats, String(acts));
  const level = choice("play-on-level", levels.map((name) => [name, t("seat.bot", { level: t(`level.${name}`) })]), page.level);
  level.addEventListener("change", () => (page.level = level.value));
  const start = async () => {
    const made = await page.post("play-on", { moves: at, seat: Number(seat.value), level: level.value });
    if (made?.id) go(`/t/${made.id}`);
  };
  return el(
    "div",
    { class: "play-on", role: "group", "aria-label": t("after.play-on") },
    el("label", {}, el("span", {}, t("after.seat")), seat),
    el("label", {}, el("span", {}, t("after.level")), level),
    button(t("after.play-on"), () => void start(), { "data-key": "play-on", disabled: ended }),
    el("p", { class: "muted note" }, ended ? t("after.ended") : t("after.moment", { n: at })),
  );
}

/** @param {string} key @param {[string, string][]} values @param {string} chosen */
function choice(key, values, chosen) {
  return el("select", { "data-key": key }, values.map(([value, text]) => el("option", { value, selected: value === chosen }, text)));
}
