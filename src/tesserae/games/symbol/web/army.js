// @ts-check
/** The army builder (SY-4, SY-50): so many pieces of the five colours, in any numbers, or out of one box for both. */

import { button, el, loadStyle, refill } from "/static/js/dom.js";
import { facts } from "/static/js/given.js";
import { t } from "./texts.js";
import { picture } from "./draw.js";
import { ORDER } from "./squares.js";

const COLOURS = [...ORDER.slice(1)];
const { forces, box: BOX } = /** @type {{forces: {standard: string, unlimited: string}, box: number}} */ (
	facts("symbol")
);

/** The numbers of the colours, in their order. @param {string} pieces */
const numbersOf = (pieces) => COLOURS.map((letter) => pieces.split(letter).length - 1);
/** @type {Record<string, number[]>} */
const PRESETS = {
	standard: numbersOf(forces.standard),
	land: [6, 2, 3, 2, 2],
	sea: [2, 6, 3, 2, 2],
	air: [2, 2, 7, 2, 2],
	fire: [2, 2, 3, 6, 2],
	doom: [2, 2, 4, 2, 5],
};
/** With eight pieces (the unlimited game) the same spirit, smaller. @type {Record<string, number[]>} */
const SMALL = {
	standard: numbersOf(forces.unlimited),
	land: [4, 1, 1, 1, 1],
	sea: [1, 4, 1, 1, 1],
	air: [1, 1, 4, 1, 1],
	fire: [1, 1, 2, 3, 1],
	doom: [1, 1, 2, 1, 3],
};

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, n) => all + n, 0);

/** Fills each host with an army; `change` gets all of them whenever they are complete, and null while one is not.
 * @type {NonNullable<BoardFile["builder"]>} */
export function builder(hosts, { unlimited, supply }, change) {
	void loadStyle("/static/games/symbol/army.css");
	const presets = unlimited ? SMALL : PRESETS;
	const size = sum(presets.standard);
	const oneBox = supply === "one_set" && hosts.length > 1;
	const armies = hosts.map(() => [...presets.standard]);
	const box = el("p", { class: "army-box", role: "status" });

	/** What is left in the box of each colour. */
	const left = () => COLOURS.map((_, colour) => (oneBox ? BOX - sum(armies.map((army) => army[colour])) : size));

	const shows = hosts.map((host, seat) => {
		const side = Number(host.dataset.seat ?? seat); // whose shapes the pieces have
		const total = el("p", { class: "army-total", role: "status" });
		const named = Object.entries(presets).map(([name, numbers]) =>
			button(t(`army.${name}`), () => take(seat, numbers)),
		);
		const rows = COLOURS.map((letter, colour) => {
			const piece = t(`piece.${letter}`);
			const less = button("−", () => step(seat, colour, -1), { "aria-label": t("army.less", { piece }) });
			const more = button("+", () => step(seat, colour, 1), { "aria-label": t("army.more", { piece }) });
			const number = el("output");
			const line = el("span", { class: "army-line", "aria-hidden": "true" });
			const node = el(
				"div",
				{ class: "army-row", "data-letter": letter, role: "group", "aria-label": piece },
				el("span", { class: "army-name" }, picture(letter, side), el("b", {}, piece)),
				less,
				number,
				more,
				line,
				el("small", {}, t(`ability.${letter}`)),
			);
			return { node, less, more, number, line };
		});
		refill(
			host,
			el(
				"div",
				{ class: "army" },
				el("div", { class: "army-presets", role: "group", "aria-label": t("army.presets") }, named),
				rows.map((row) => row.node),
				total,
			),
		);
		return () => {
			const army = armies[seat];
			const missing = size - sum(army);
			rows.forEach(({ less, more, number, line }, colour) => {
				refill(number, army[colour]);
				refill(
					line,
					Array.from({ length: army[colour] }, () => picture(COLOURS[colour], side)),
				);
				less.disabled = army[colour] === 0;
				more.disabled = missing <= 0 || left()[colour] <= 0;
			});
			Object.values(presets).forEach((numbers, n) => {
				named[n].setAttribute("aria-pressed", String(String(numbers) === String(army)));
				named[n].disabled = oneBox && numbers.some((count) => count > BOX);
			});
			refill(total, missing > 0 ? t("army.left", { n: missing }) : t("army.full", { n: size }));
			total.classList.toggle("short", missing > 0);
		};
	});

	/** @param {number} seat @param {number} colour @param {number} by */
	function step(seat, colour, by) {
		armies[seat][colour] += by;
		show();
	}

	/** A ready-made army; out of one box the others get what is left, as far as it goes.
	 * @param {number} seat @param {number[]} numbers */
	function take(seat, numbers) {
		armies[seat] = [...numbers];
		if (oneBox)
			armies.forEach((army, other) => {
				if (other === seat) return;
				const rest = numbers.map((n) => BOX - n);
				let spare = sum(rest) - size;
				while (spare-- > 0) rest[rest.indexOf(Math.max(...rest))]--;
				army.splice(0, army.length, ...rest);
			});
		show();
	}

	function show() {
		for (const one of shows) one();
		const pictures = left().flatMap((n, colour) =>
			Array.from({ length: Math.max(n, 0) }, () => picture(COLOURS[colour], 0)),
		);
		if (oneBox)
			refill(
				box,
				t("army.box"),
				" ",
				pictures.length ? el("span", { class: "army-line", "aria-hidden": "true" }, pictures) : "",
				el(
					"span",
					{ class: "unseen" },
					left()
						.map((n, colour) => `${t(`piece.${COLOURS[colour]}`)} ${n}`)
						.join(", "),
				),
				pictures.length ? "" : t("army.box.empty"),
			);
		const complete = armies.every((army) => sum(army) === size);
		change(complete ? armies.map((army) => army.map((n, colour) => COLOURS[colour].repeat(n)).join("")) : null);
	}

	if (oneBox) hosts[0].parentElement?.parentElement?.append(box);
	show();
}
