// @ts-check
/** What a push shifts: sentences for a hint. */

import { DIRECTIONS, place, square as at } from "/static/js/boards/kit.js";
import { texts } from "/static/js/i18n.js";

const t = texts("consequence");

/** @param {string[]} actions @param {any} view @param {any} _after @param {number} seat @returns {string[]} */
export function foresee([action], view, _after, seat) {
  const pushed = /@(..)>(\w+)$/.exec(action);
  if (!pushed) return [];
  const [files, ranks] = DIRECTIONS[pushed[2]] ?? [0, 0];
  let [file, rank] = place(pushed[1]);
  let last = "";
  for (let n = 1; ; n++) {
    [file, rank] = [file + files, rank + ranks];
    if (file < 0 || rank < 0 || file > 3 || rank > 3) return [t("hint.falls", { square: last, n: n - 1, side: t(`side.${1 - seat}`) })];
    if (!view.board[at(file, rank)]) return [t("hint.shifts", { n: n - 1 })];
    last = at(file, rank);
  }
}
