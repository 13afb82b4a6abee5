// @ts-check
/** One sees what happened: what moves slides, what is pushed slides after it, what is removed fades, what explodes flashes. */
/** @import { Grid, Motion } from "../kit.js" */
/** @import { Effects, View } from "./types.js" */

import { svg } from "../../dom.js";
import { stack } from "./draw.js";

const GO = 240, AFTER = 200, LINK = 110;

/**
 * The stacks are drawn as they are afterwards already; this shows how they came there.
 * @param {Grid} grid @param {Motion} motion @param {Map<string, SVGGElement>} stacks
 * @param {View} before @param {Effects} what
 */
export async function animate(grid, motion, stacks, before, { shift, placed, removed, pushes, blasts }) {
  if (!motion.wanted()) return;
  const runs = [];
  /** @type {Element[]} */
  const passing = [];
  const ghost = (/** @type {string} */ at, /** @type {number} */ seat, /** @type {string} */ pieces) => {
    const node = grid.put(stack(seat, pieces), at);
    passing.push(node);
    grid.layers.pieces.append(node);
    return node;
  };
  const wait = shift ? GO : 0;
  if (shift) {
    const old = before.board[shift.to];
    const joined = old && old[0] === shift.seat ? ghost(shift.to, ...old) : null;
    const mover = ghost(shift.from, shift.seat, shift.pieces);
    const settled = stacks.get(shift.to);
    if (settled) runs.push(motion.play(settled, [{ opacity: 0 }, { opacity: 0 }], GO));
    runs.push(motion.slide(mover, grid.centre(shift.from), grid.centre(shift.to), GO).then(() => [mover, joined].forEach((node) => node?.remove())));
  }
  for (const { square, seat, pieces, how } of removed) {
    const delay = how === "blast" ? wait + LINK * Math.max(0, blasts.findIndex((centre) => near(grid, centre, square))) : wait * 0.8;
    const node = ghost(square, seat, pieces);
    runs.push(motion.play(node, [{ opacity: 1 }, { opacity: 1, offset: 0.01 }, { opacity: 0 }], AFTER + delay).then(() => node.remove()));
  }
  for (const { from, to, seat, pieces } of pushes) {
    const settled = stacks.get(to);
    if (settled) runs.push(motion.play(settled, [{ opacity: 0 }, { opacity: 0 }], wait + AFTER));
    const node = ghost(from, seat, pieces);
    runs.push(motion.slide(node, grid.centre(from), grid.centre(to), AFTER, wait).then(() => node.remove()));
  }
  for (const [n, square] of blasts.entries()) {
    const node = grid.put(svg("g", { class: "flash" }, svg("circle", { r: 140 })), square);
    passing.push(node);
    grid.layers.over.append(node);
    runs.push(motion.play(/** @type {Element} */ (node.firstChild), [{ opacity: 0, scale: 0.2 }, { opacity: 0.9, scale: 0.7 }, { opacity: 0, scale: 1 }], 320, wait + n * LINK).then(() => node.remove()));
  }
  const added = placed && stacks.get(placed);
  if (added) runs.push(motion.play(added, [{ opacity: 0.2 }, { opacity: 1 }], AFTER));
  await Promise.all(runs);
  for (const node of passing) node.remove();
}

/** @param {Grid} grid @param {string} a @param {string} b */
function near(grid, a, b) {
  const [p, q] = [grid.centre(a), grid.centre(b)];
  return Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y)) <= 100;
}
