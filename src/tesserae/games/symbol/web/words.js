// @ts-check
/** Symbol in words: actions, squares and the score. */
/** @import { Effects, View } from "./types.js" */

import { list } from "/static/js/i18n.js";
import { t } from "./texts.js";
import { counted, pile, read, regionOf, terrain } from "./squares.js";

/** "2 green and white" @param {string} pieces */
export const names = (pieces) => list(counted(pieces).map(([letter, n]) => (n > 1 ? `${n} ` : "") + t(`piece.${letter}`)));

/** @param {string} action @param {View|null} view the view before it */
export function describe(action, view) {
  const { kind, from, to, part, strike } = read(action);
  if (kind === "end" || kind === "pass") return t(`do.${kind}`);
  if (kind === "place") return t("do.place", { piece: names(part), square: to });
  if (kind === "explode") return t("do.explode", { square: from });
  const victim = view && names(pile(view, strike || to, 1 - view.turn));
  const words = { part: names(part), from, to, square: strike || to, victim };
  const told = [t(from === to ? "do.stay" : "do.move", words)];
  if (victim) told.push(t(strike ? "do.strike" : "do.take", words));
  return list(told);
}

/** What an action does, with its consequences. @param {Effects} what @param {string} action @param {View} before */
export function outline(what, action, before) {
  const { blasts, outcome, pushes, removed } = what;
  const told = [describe(action, before)];
  for (const { from, to, pieces } of pushes) told.push(t("do.push", { pieces: names(pieces), from, to }));
  for (const { square, pieces, how } of removed) if (how === "push") told.push(t("do.shove", { pieces: names(pieces), square }));
  if (blasts.length && what.action.kind !== "explode")
    told.push(t(blasts.length > 1 ? "do.chain" : "do.blast", { squares: list(blasts), n: blasts.length }));
  for (const seat of [1 - what.seat, what.seat]) {
    const lost = removed.filter((gone) => gone.how === "blast" && gone.seat === seat).map(({ pieces }) => pieces).join("");
    if (lost) told.push(t(seat === what.seat ? "do.lose" : "do.destroy", { pieces: names(lost) }));
  }
  if (outcome) {
    const [winner] = outcome.winners;
    told.push(t(winner === undefined ? "do.draw" : winner === what.seat ? "do.win" : "do.defeat"));
  }
  return told.join("; ");
}

/** Whose, as "yours". @param {number} seat @param {number[]} mine */
export const whose = (seat, mine) => t(`whose.${holder(seat, mine)}`);

/** Who controls a region. @param {number | null} seat @param {number[]} mine */
export const region = (seat, mine) => t(`region.${seat === null ? "free" : holder(seat, mine)}`);

/** @param {number} seat @param {number[]} mine */
const holder = (seat, mine) => (mine.length !== 1 ? String(seat) : mine[0] === seat ? "mine" : "enemy");

/** What a screen reader says of a square. @param {View} view @param {string} square @param {number[]} mine */
export function label(view, square, mine) {
  const told = [square, t(`terrain.${terrain(square)}`)];
  const here = view.board[square];
  if (here) told.push(t("stack", { whose: whose(here[0], mine), pieces: names(here[1]) }));
  const owner = view.regions[regionOf(square)];
  if (owner !== null) told.push(region(owner, mine));
  return told.join(", ");
}

/** Score and dangers for the panel beside the board. @param {View} view */
export function summary({ board, occurrences, quiet, regions }) {
  /** @type {ReturnType<BoardFile["summary"]>} */
  const rows = [0, 1].flatMap((seat) => [
    { label: t("sum.regions"), seat, value: Object.values(regions).filter((owner) => owner === seat).length },
    { label: t("sum.pieces"), seat, value: Object.values(board).reduce((n, [owner, text]) => n + (owner === seat ? text.length : 0), 0) },
  ]);
  if (quiet >= 80) rows.push({ label: t("sum.quiet"), value: t("sum.of", { n: quiet, most: 100 }) });
  if (occurrences === 2) rows.push({ label: t("sum.repetition"), value: t("sum.of", { n: 2, most: 3 }) });
  return rows;
}
