// @ts-check
/** Symbol in words: actions, squares and the score. */
/** @import { Translate } from "../kit.js" */
/** @import { Effects, View } from "./types.js" */

import { counted, pile, read, regionOf, terrain } from "./squares.js";


/** @param {string[]} items @param {Translate} t "a, b and c" */
export const list = (items, t) =>
  items.length < 2 ? items.join("") : items.slice(0, -1).join(", ") + t("symbol.and") + items[items.length - 1];

/** @param {string} pieces @param {Translate} t "2 green and white" */
export const names = (pieces, t) => list(counted(pieces).map(([letter, n]) => (n > 1 ? `${n} ` : "") + t(`symbol.piece.${letter}`)), t);

/** @param {string} action @param {View|null} view the view before it @param {Translate} t */
export function describe(action, view, t) {
  const { kind, from, to, part, strike } = read(action);
  if (kind === "end" || kind === "pass") return t(`symbol.do.${kind}`);
  if (kind === "place") return t("symbol.do.place", { piece: names(part, t), square: to });
  if (kind === "explode") return t("symbol.do.explode", { square: from });
  const victim = view && pile(view, strike || to, 1 - view.turn);
  const words = { part: names(part, t), from, to, square: strike || to, victim: victim ? names(victim, t) : "" };
  const told = [from === to ? t("symbol.do.stay", words) : t("symbol.do.move", words)];
  if (victim) told.push(t(strike ? "symbol.do.strike" : "symbol.do.take", words));
  return list(told, t);
}

/** What an action does, with its consequences. @param {Effects} what @param {string} action @param {View} before @param {Translate} t */
export function outline(what, action, before, t) {
  const told = [describe(action, before, t)];
  for (const { from, to, pieces } of what.pushes) told.push(t("symbol.do.push", { pieces: names(pieces, t), from, to }));
  for (const { square, pieces } of what.removed.filter(({ how }) => how === "push"))
    told.push(t("symbol.do.shove", { pieces: names(pieces, t), square }));
  if (what.blasts.length && what.action.kind !== "explode")
    told.push(t(what.blasts.length > 1 ? "symbol.do.chain" : "symbol.do.blast", { squares: list(what.blasts, t), n: what.blasts.length }));
  for (const seat of [1 - what.seat, what.seat]) {
    const lost = what.removed.filter((gone) => gone.how === "blast" && gone.seat === seat).map(({ pieces }) => pieces).join("");
    if (lost) told.push(t(seat === what.seat ? "symbol.do.lose" : "symbol.do.destroy", { pieces: names(lost, t) }));
  }
  if (what.outcome) {
    const [winner] = what.outcome.winners;
    told.push(t(winner === undefined ? "symbol.do.draw" : winner === what.seat ? "symbol.do.win" : "symbol.do.defeat"));
  }
  return told.join("; ");
}

/** @param {number} seat @param {number[]} mine @param {Translate} t whose, as "yours" */
export const whose = (seat, mine, t) => t(mine.length === 1 ? (mine[0] === seat ? "symbol.whose.mine" : "symbol.whose.enemy") : `symbol.whose.${seat}`);

/** @param {View} view @param {string} square @param {number[]} mine @param {Translate} t what a screen reader says of a square */
export function label(view, square, mine, t) {
  const told = [square, t(`symbol.terrain.${terrain(square)}`)];
  const here = view.board[square];
  if (here) told.push(t("symbol.stack", { whose: whose(here[0], mine, t), pieces: names(here[1], t) }));
  const owner = view.regions[regionOf(square)];
  if (owner !== null) told.push(t("symbol.region", { whose: whose(owner, mine, t) }));
  return told.join(", ");
}

/** Score and dangers for the panel beside the board. @param {View} view @param {Translate} t @returns {{label: string, seat?: number, value: string|number}[]} */
export function summary(view, t) {
  const rows = [];
  for (const seat of [0, 1]) {
    const pieces = Object.values(view.board).filter(([owner]) => owner === seat).map(([, text]) => text).join("").length;
    const regions = Object.values(view.regions).filter((owner) => owner === seat).length;
    rows.push({ label: t("symbol.sum.regions"), seat, value: regions });
    rows.push({ label: t("symbol.sum.pieces"), seat, value: pieces });
  }
  if (view.quiet >= 80) rows.push({ label: t("symbol.sum.quiet"), value: t("symbol.sum.of", { n: view.quiet, most: 100 }) });
  if (view.occurrences === 2) rows.push({ label: t("symbol.sum.repetition"), value: t("symbol.sum.of", { n: 2, most: 3 }) });
  return rows;
}
