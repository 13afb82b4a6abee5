// @ts-check
/** Small pictures of all games, for the home page: drawn again and again into the same host. */

import { refill, svg } from "../dom.js";
import { disc } from "./consequence.js";
import { ground, squares } from "./hands.js";
import { CELL, Grid, place, square } from "./kit.js";
import { chip, load, space } from "./sequence.js";
import { frames, ground as lands, stack } from "./symbol/draw.js";
import { drawing } from "./symbol_chain.js";

/** @type {Record<string, (host: HTMLElement, view: any) => void>} */
export const MINIATURES = {
  symbol(host, view) {
    const grid = new Grid({ files: 7, ranks: 7, label: "", coordinates: false });
    lands(grid);
    grid.layers.ground.append(...frames(grid, view.regions));
    grid.layers.pieces.append(...Object.entries(view.board).map(([name, [seat, pieces]]) => grid.put(stack(seat, pieces), name)));
    grid.layers.hits.remove();
    grid.svg.removeAttribute("role");
    grid.svg.removeAttribute("aria-label");
    grid.svg.setAttribute("aria-hidden", "true");
    refill(host, grid.root);
  },

  symbol_chain(host, view) {
    const picture = still(host, 7, 7);
    for (const name of squares(7, 7)) {
      const tile = view.board[name];
      picture.put(name, ground(name), ...(tile ? [drawing(tile[1], tile[0])] : []));
    }
  },

  async sequence(host, view) {
    await load();
    const picture = still(host, 10, 10);
    const locked = new Set(view.sequences.flatMap((/** @type {[number, string[]]} */ [, names]) => names));
    view.layout.forEach((/** @type {string} */ line, /** @type {number} */ row) => line.split(" ").forEach((code, file) => {
      const name = square(file, 9 - row);
      const team = view.chips[name];
      picture.put(name, space(code), ...(team === undefined ? [] : [chip(team, locked.has(name))]));
    }));
  },

  consequence(host, view) {
    const picture = still(host, 4, 4);
    for (const name of squares(4, 4)) picture.put(name, ground(name), ...(view.board[name] ? [disc(view.board[name])] : []));
  },
};

/** A board that only shows, a1 at the bottom left.
 * @param {HTMLElement} host @param {number} files @param {number} ranks */
function still(host, files, ranks) {
  const picture = svg("svg", { class: "still", viewBox: `0 0 ${files * CELL} ${ranks * CELL}`, "aria-hidden": "true" });
  host.replaceChildren(picture);
  return {
    /** @param {string} name @param {...SVGElement} nodes */
    put(name, ...nodes) {
      const [file, rank] = place(name);
      picture.append(svg("g", { transform: `translate(${file * CELL + 50} ${(ranks - 1 - rank) * CELL + 50})` }, ...nodes));
    },
  };
}
