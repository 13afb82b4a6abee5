// @ts-check
/** What a card makes and what it stops: sentences for a hint. */

import { place, square as at } from "/static/js/boards/kit.js";
import { texts } from "/static/js/i18n.js";

const t = texts("sequence");

/** The lines of five through a square, as lists of squares. @param {string} name */
function lines(name) {
  const [file, rank] = place(name);
  return [[1, 0], [0, 1], [1, 1], [1, -1]].flatMap(([x, y]) =>
    [0, 1, 2, 3, 4].map((back) => [0, 1, 2, 3, 4].map((n) => [file + x * (n - back), rank + y * (n - back)])))
    .filter((line) => line.every(([x, y]) => x >= 0 && y >= 0 && x < 10 && y < 10))
    .map((line) => line.map(([x, y]) => at(x, y)));
}

/** @param {string[]} actions @param {any} view @param {any} _after @param {number} seat @returns {string[]} */
export function foresee([action], view, _after, seat) {
  const [card, square] = action.split("@");
  if (!square) return [];
  const team = seat % view.teams;
  const chips = { ...view.chips };
  const removed = chips[square];
  if (card === "REMOVE") delete chips[square];
  else chips[square] = team;
  const used = view.sequences.filter((/** @type {[number, string[]]} */ [of]) => of === team).flatMap((/** @type {[number, string[]]} */ [, line]) => line);
  /** The most chips of a team in a line through the square that nobody else stands in. @param {Record<string, number>} on @param {number} of */
  const most = (on, of) => Math.max(0, ...lines(square)
    .filter((line) => line.every((name) => on[name] === undefined || on[name] === of))
    .filter((line) => of !== team || line.filter((name) => used.includes(name)).length < 2)
    .map((line) => line.filter((name) => on[name] === of).length));
  const told = [];
  const own = card === "REMOVE" ? 0 : most(chips, team);
  if (own === 5) told.push(t("hint.completes"));
  else if (own >= 3) told.push(t("hint.line", { n: own }));
  const others = Array.from({ length: view.teams }, (_, of) => of).filter((of) => of !== team && (card !== "REMOVE" || of === removed));
  const stopped = Math.max(0, ...others.map((of) => most(card === "REMOVE" ? view.chips : without(view.chips, square), of)));
  if (stopped >= 3) told.push(t(card === "REMOVE" ? "hint.breaks" : "hint.blocks", { n: stopped }));
  return told;
}

/** @param {Record<string, number>} chips @param {string} square */
function without(chips, square) {
  const rest = { ...chips };
  delete rest[square];
  return rest;
}
