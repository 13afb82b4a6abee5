// @ts-check
/** The army builder (SY-4, SY-50): so many pieces of the five colours, in any numbers. */

import { button, el, loadStyle, refill } from "/static/js/dom.js";
import { t } from "./texts.js";
import { picture } from "./draw.js";
import { counted, ORDER } from "./squares.js";

const COLOURS = ORDER.slice(1);
/** The weights of the colours, in their order. @type {Record<string, number[]>} */
const PRESETS = {
  standard: [3, 3, 3, 3, 3],
  land: [6, 2, 3, 2, 2],
  sea: [2, 6, 3, 2, 2],
  air: [2, 2, 7, 2, 2],
  fire: [2, 2, 3, 6, 2],
  doom: [2, 2, 4, 2, 5],
};
/** With eight pieces (the unlimited game) the same spirit, smaller. @type {Record<string, number[]>} */
const SMALL = { standard: [2, 2, 2, 1, 1], land: [4, 1, 1, 1, 1], sea: [1, 4, 1, 1, 1], air: [1, 1, 4, 1, 1], fire: [1, 1, 2, 3, 1], doom: [1, 1, 2, 1, 3] };

/** @param {number[]} numbers */
const force = (numbers) => numbers.map((n, i) => COLOURS[i].repeat(n)).join("");

/** Fills the host with the builder; `change` gets the force whenever it is complete.
 * @param {HTMLElement} host @param {boolean} small @param {(text: string) => void} change */
export function builder(host, small, change) {
  void loadStyle("/static/games/symbol/army.css");
  const presets = small ? SMALL : PRESETS;
  let pieces = force(presets.standard);
  const size = pieces.length;
  const rows = el("div", { class: "army-rows" });
  const named = el("div", { class: "army-presets", role: "group", "aria-label": t("army.presets") });
  const total = el("p", { class: "army-total", role: "status" });
  const show = (/** @type {string} */ text) => {
    pieces = text;
    const numbers = Object.fromEntries(counted(pieces));
    const left = size - pieces.length;
    for (const row of rows.children) {
      const letter = /** @type {HTMLElement} */ (row).dataset.letter ?? "";
      const n = numbers[letter] ?? 0;
      const [less, , more] = /** @type {HTMLButtonElement[]} */ ([...row.querySelectorAll("button, output")]);
      refill(/** @type {Element} */ (row.querySelector(".army-line")), ...Array.from({ length: n }, () => picture(letter, 0)));
      refill(/** @type {Element} */ (row.querySelector("output")), n);
      less.disabled = n === 0;
      more.disabled = left <= 0;
    }
    for (const preset of /** @type {HTMLElement[]} */ ([...named.children]))
      preset.setAttribute("aria-pressed", String(preset.dataset.force === pieces));
    refill(total, left > 0 ? t("army.left", { n: left }) : t("army.full", { n: size }));
    total.classList.toggle("short", left > 0);
    if (left === 0) change(pieces);
  };
  const add = (/** @type {string} */ letter) => {
    if (pieces.length < size) show([...COLOURS].map((one) => one.repeat((counted(pieces + letter).find(([name]) => name === one) ?? ["", 0])[1])).join(""));
  };
  named.append(...Object.entries(presets).map(([name, numbers]) =>
    button(t(`army.${name}`), () => show(force(numbers)), { "data-force": force(numbers) })));
  rows.append(...[...COLOURS].map((letter) => el("div", { class: "army-row", "data-letter": letter, role: "group", "aria-label": t(`piece.${letter}`) },
    el("span", { class: "army-name" }, picture(letter, 0), el("b", {}, t(`piece.${letter}`))),
    button("−", () => show(pieces.replace(letter, "")), { "aria-label": t("army.less", { piece: t(`piece.${letter}`) }) }),
    el("output"),
    button("+", () => add(letter), { "aria-label": t("army.more", { piece: t(`piece.${letter}`) }) }),
    el("span", { class: "army-line", "aria-hidden": "true" }),
    el("small", {}, t(`ability.${letter}`)))));
  refill(host, el("div", { class: "army" }, named, rows, total));
  show(pieces);
}
