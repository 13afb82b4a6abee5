// @ts-check
/** Beside the board: both reserves, and the tray, which is the lens on a stack, the place to choose part of it, and
 * the buttons of what else can be done. */
/** @import { Translate } from "../kit.js" */
/** @import { Choice, Deed, View } from "./types.js" */

import { el, refill } from "../../dom.js";
import { swatch } from "../kit.js";
import { picture } from "./draw.js";
import { reach } from "./hints.js";
import { around, counted, ORDER, pile, regionOf, terrain } from "./squares.js";
import { list, whose } from "./words.js";


/** Fill an element anew and keep the focus on what had it. @param {HTMLElement} host @param {import("../../dom.js").Child[]} children */
export function renew(host, ...children) {
  const active = /** @type {HTMLElement|null} */ (document.activeElement);
  const key = active && host.contains(active) ? active.dataset.key : undefined;
  refill(host, ...children);
  if (key) /** @type {HTMLElement|null} */ (host.querySelector(`[data-key="${key}"]`) ?? host.querySelector("button"))?.focus();
}

/** The reserve of one seat: tapping a piece takes it in hand.
 * @param {HTMLElement} host @param {View} view @param {number} seat
 * @param {{t: Translate, name: string, usable: boolean, hand: string|null, take: (letter: string) => void}} how */
export function drawReserve(host, view, seat, { t, name, usable, hand, take }) {
  const crowned = Object.values(view.board).some(([owner, pieces]) => owner === seat && pieces.includes("K"));
  const letters = (view.outcome || crowned ? "" : "K") + ORDER.slice(1);
  const stock = (crowned ? "" : "K") + view.reserve[seat];
  const left = view.actors.includes(seat) && crowned ? view.allowance : 0;
  renew(host,
    el("span", { class: "who" }, swatch(seat), " ", name),
    el("div", { class: "stock", role: "group", "aria-label": t("symbol.reserve", { name }) }, [...letters].map((letter) => {
      const n = stock.split(letter).length - 1;
      const label = t("symbol.stock", { n, piece: t(`symbol.piece.${letter}`) });
      const inside = [picture(letter, seat, Math.min(n, 3)), el("b", {}, n)];
      if (!usable || !n) return el("span", { class: "piece-of", role: "img", "aria-label": label, "data-n": n }, ...inside);
      return el("button", {
        type: "button", class: "piece-of", "data-key": letter, "aria-label": label, "aria-pressed": String(hand === letter), title: t(`symbol.piece.${letter}`),
        on: { click: () => take(letter) },
      }, ...inside);
    })),
    el("span", { class: "allowance", title: left ? t("symbol.allowance", { n: left }) : "" }, left > 0 && [`+${left}`, el("span", { class: "unseen" }, t("symbol.allowance", { n: left }))]));
}

/** The members of a stack; with `choice` those that may move are buttons that put them into the part or leave them behind.
 * @param {number} seat @param {string} pieces @param {Translate} t @param {Choice} [choice] */
function members(seat, pieces, t, choice) {
  return el("div", { class: `members ${choice ? "choosing" : ""} ${pieces.length > 7 ? "many" : ""}`, role: "group", "aria-label": t("symbol.members") }, [...pieces].map((letter, n) => {
    const inside = [picture(letter, seat), el("span", {}, t(`symbol.piece.${letter}`))];
    const title = t(`symbol.ability.${letter}`);
    if (!choice) return el("span", { class: "member", title }, inside);
    if (n >= choice.chosen.length) return el("span", { class: "member stays", title: t("symbol.stays") }, inside);
    return el("button", {
      type: "button", class: "member", title, "data-key": `m${n}`, "aria-pressed": String(choice.chosen[n]), on: { click: () => choice.toggle(n) },
    }, inside);
  }));
}

/** Everything about one square. @param {View} view @param {string} square @param {number[]} mine @param {Translate} t @param {Choice} [choice] */
export function lens(view, square, mine, t, choice) {
  const here = view.board[square];
  const owner = view.regions[regionOf(square)];
  const region = owner === null ? t("symbol.region.free") : t("symbol.region", { whose: whose(owner, mine, t) });
  const about = [t(`symbol.terrain.${terrain(square)}`), region].join(" · ");
  if (!here) return [el("p", { class: "where" }, el("b", {}, square), ` ${about}`)];
  const [seat, pieces] = here;
  return [
    el("p", { class: "where" }, el("b", {}, square), " ", swatch(seat), ` ${whose(seat, mine, t)} · ${about}`),
    members(seat, choice ? choice.stood + choice.added : pieces, t, choice),
    el("div", { class: "about" },
      el("p", {}, threats(view, square, choice ? [...choice.stood].filter((_, n) => choice.chosen[n]).join("") : pieces, t)),
      abilities(counted(pieces).map(([letter]) => letter), seat, t)),
  ];
}

/** How far these pieces of a square reach, and what they threaten. @param {View} view @param {string} square @param {string} pieces @param {Translate} t */
function threats(view, square, pieces, t) {
  const [seat] = view.board[square];
  const { moves, takes, strikes } = reach(view, square, pieces);
  const told = [t("symbol.lens.reach", { n: moves.size + takes.size })];
  if (takes.size) told.push(t("symbol.lens.takes", { squares: list([...takes].sort(), t) }));
  if (strikes.size) told.push(t("symbol.lens.strikes", { squares: list([...strikes].sort(), t) }));
  const blast = pieces.includes("D") ? around(square).filter((there) => pile(view, there, 1 - seat)) : [];
  if (blast.length) told.push(t("symbol.lens.blast", { squares: list(blast.sort(), t) }));
  return told.join(" ");
}

/** What each of these pieces does. @param {string[]} letters @param {number} seat @param {Translate} t */
export const abilities = (letters, seat, t) =>
  el("ul", { class: "abilities" }, letters.map((letter) =>
    el("li", {}, picture(letter, seat), el("span", {}, el("b", {}, t(`symbol.piece.${letter}`)), " ", t(`symbol.ability.${letter}`)))));

/** The buttons of the tray. @param {HTMLElement} host @param {Deed[]} deeds */
export function drawDeeds(host, deeds) {
  renew(host, deeds.map(({ label, press, key, primary, point }) => el("button", {
    type: "button", class: primary ? "primary" : "", "data-key": key,
    on: {
      click: press, pointerenter: () => point?.(true), pointerleave: () => point?.(false),
      focus: () => point?.(true), blur: () => point?.(false),
    },
  }, label)));
}
