// @ts-check
/** Who sits where, whose turn it is, and how much time is left. */

import { swatch } from "../boards/kit.js";
import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { seatName, sideName } from "../names.js";
import { motion } from "../settings.js";

/** @type {Draw} */
export function drawSeats(panel, page) {
  const { live, table, view, game } = page;
  const shown = [table.seats, table.status, view?.actors, table.votes, live.seat, page.mine, !table.clock];
  const shared = page.mine.length > 1;
  redraw(panel, shown, () => [
    el("h2", { class: "unseen" }, t("seats.title")),
    el(
      "ul",
      { class: `seats${table.seats.length > 4 ? " many" : ""}${table.status === "waiting" ? " open" : ""}` },
      table.seats.map((seat, number) => {
        const acts = table.status === "playing" && view?.actors.includes(number);
        const here = seat.here !== false;
        return el(
          "li",
          { class: `seat${acts ? " acts" : ""}${number === live.seat ? " own" : ""}`, "data-seat": number },
          swatch(page.colour(number)),
          el(
            "span",
            { class: "who" },
            el("strong", {}, shared && seat.mine ? page.sideOrName(number) : seatName(seat, sideName(game, number))),
            el("span", { class: "muted" }, notes(page, number, here)),
          ),
          acts && el("span", { class: "turn" }, t("seats.to-act")),
          table.clock && el("span", { class: "clock", "data-clock": number, role: "timer" }),
          actions(page, number, here),
          seat.kind === "bot" && el("span", { class: "thinking" }),
        );
      }),
    ),
  ]);
  void page.tick();
}

/** @param {TablePage} page @param {number} number @param {boolean} here */
function notes(page, number, here) {
  const { table, game } = page;
  const seat = table.seats[number];
  const shared = seat.mine && page.mine.length > 1;
  const named = game.sides.length && !shared && (seat.kind !== "person" || seat.name) ? sideName(game, number) : "";
  const team = typeof seat.team === "number" ? t("seat.team", { n: seat.team + 1 }) : "";
  const ready = table.status === "choosing" && seat.kind === "person" ? t(seat.ready ? "seats.ready" : "seats.choosing") : "";
  return [seat.mine && page.mine.length === 1 ? t("seats.you") : "", named, team, ready, here ? "" : t("seats.away")].filter(Boolean).join(" · ");
}

/** @param {TablePage} page @param {number} number @param {boolean} here */
function actions(page, number, here) {
  const { table, live } = page;
  const seat = table.seats[number];
  const seated = table.settings.party && page.mine.length > 0; // one phone, one player
  if (table.status === "waiting" && seat.kind === "open")
    return [
      !seated && button(t("seats.sit"), () => void page.command({ t: "sit", seat: number }), {
        class: page.mine.length ? "small" : "primary small",
        "data-key": `sit${number}`,
      }),
      table.owner &&
        button(t("seats.bot"), () => void page.command({ t: "bot", seat: number, level: page.level }), { class: "small", "data-key": `bot${number}` }),
    ];
  if (table.status !== "playing") return null;
  if (seat.mine && page.mine.length > 1 && number !== live.seat)
    return button(t("seats.look"), () => page.hotSeat?.handOver(number), { class: "small", "data-key": `look${number}` });
  if (seat.kind === "person" && !seat.mine && !here && page.mine.length && !table.settings.party) {
    const voted = page.mine.some((mine) => table.votes[number]?.includes(mine));
    return button(t(voted ? "seats.voted" : "seats.vote"), () => void page.command({ t: "vote", seat: number }), {
      class: "small",
      "data-key": `vote${number}`,
      disabled: voted,
    });
  }
  return null;
}

/** How long a bot thinks. @param {HTMLElement} panel @param {{seat: number, seconds: number}} message */
export function showThinking(panel, { seat, seconds }) {
  const bar = panel.querySelector(`[data-seat="${seat}"] .thinking`);
  if (bar && motion()) bar.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: seconds * 1000, fill: "none" });
}
