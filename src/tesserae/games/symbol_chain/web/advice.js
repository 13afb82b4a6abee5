// @ts-check
/** What a step is good for: sentences for a hint. */

import { texts } from "/static/js/i18n.js";

const t = texts("symbol_chain");

/** @param {string[]} actions @param {any} view @param {any} _after @param {number} seat @returns {string[]} */
export function foresee([action], view, _after, seat) {
  const [verb, what] = action.split(" ");
  if (verb === "place") return [t("hint.lays")];
  if (verb === "take") {
    const top = view.stacks[seat][what]?.at(-1);
    return [top ? t("hint.sequence", { n: top[1].split(" ").length }) : t("hint.unseen", { n: what })];
  }
  if (verb !== "flip") return [];
  const face = t(`face.${view.taken[1].split(" ")[view.flipped.length]}`);
  return [t(view.board[what][1] === seat ? "hint.own" : "hint.scores", { face })];
}
