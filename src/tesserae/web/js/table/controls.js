// @ts-check
/** Undo, offers, resigning; and what there is to do when the game is over. */

import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { say } from "../net.js";
import { go } from "../shell.js";

/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** @param {HTMLElement} panel @param {TablePage} page */
export function drawControls(panel, page) {
  const { table } = page;
  const shown = [table.status, table.undo, table.takeback, table.draw, table.offers, table.next, table.seats, page.mine, page.asking, page.live.seat];
  redraw(panel, shown, () => (table.status === "over" ? after(page) : [offers(page), during(page), referee(page)]));
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
      button(t("controls.hint"), () => void hint(page), { "data-key": "hint" }),
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

/** @param {TablePage} page */
async function hint(page) {
  const answer = await page.live.ask({ t: "hint", seat: page.live.seat });
  if (answer.t !== "hint") return page.status.explain(say(answer), answer.rule);
  const best = answer.candidates[0]?.action;
  if (best) page.status.explain(t("hint", { action: best, words: page.file.describe(best, page.view, t) }));
}

/** SQ-15: the owner may fine a team for table talk. @param {TablePage} page */
function referee(page) {
  const { table } = page;
  if (!table.owner || !table.settings.referee || table.status !== "playing") return null;
  const teams = [...new Set(table.seats.map((seat, number) => seat.team ?? number))];
  return el(
    "div",
    { class: "row", role: "group", "aria-label": t("referee.title") },
    teams.map((team) =>
      button(t("referee.penalty", { n: team + 1 }), () => void page.command({ t: "act", seat: null, actions: [`penalty ${team}`] }), {
        "data-key": `penalty-${team}`,
      }),
    ),
  );
}

/** @param {TablePage} page */
function offers(page) {
  return /** @type {const} */ (["draw", "takeback"]).map((what) => {
    const offer = page.table.offers[what];
    if (!offer) return null;
    const own = offer.mine || page.mine.some((seat) => offer.accepted.includes(seat));
    return el(
      "div",
      { class: "offer", role: "group" },
      el("span", {}, t(own ? `offer.${what}.own` : `offer.${what}`, { name: page.name(offer.seat) })),
      own || !page.mine.length
        ? offer.mine && button(t("offer.withdraw"), () => void page.command({ t: "decline", what }), { "data-key": `no-${what}` })
        : [
            button(t("offer.accept"), () => void page.command({ t: "accept", what }), { class: "primary", "data-key": `yes-${what}` }),
            button(t("offer.decline"), () => void page.command({ t: "decline", what }), { "data-key": `no-${what}` }),
          ],
    );
  });
}

/** @param {TablePage} page */
async function rematch(page) {
  const answer = await page.post("rematch");
  if (answer?.id) go(`/t/${answer.id}`);
}

/** @param {TablePage} page */
function after(page) {
  const { table } = page;
  return [
    el(
      "div",
      { class: "row" },
      table.next
        ? el("a", { class: "button primary", href: `/t/${table.next}` }, t("after.next"))
        : page.mine.length > 0 && button(t(table.series.over ? "after.rematch" : "after.next-game"), () => void rematch(page), { class: "primary", "data-key": "rematch" }),
      el("a", { class: "button", href: `/api/tables/${table.id}/record`, download: `${table.game}-${table.id}.txt` }, t("after.download")),
      page.flippable && button(t("controls.flip"), () => page.flip(), { "data-key": "flip" }),
      el("a", { class: "button", href: "/" }, t("nav.home")),
    ),
  ];
}
