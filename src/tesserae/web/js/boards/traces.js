// @ts-check
/** Draws the effects of an action over a board: what moved, was added, was removed or exploded. */

import { loadStyle, svg } from "../dom.js";
import { crosshair, place, square } from "./kit.js";

await loadStyle("traces");

const BURST =
	"M0-12 2.6-5.5 8.5-8.5 5.5-2.6 12 0 5.5 2.6 8.5 8.5 2.6 5.5" +
	" 0 12-2.6 5.5-8.5 8.5-5.5 2.6-12 0-5.5-2.6-8.5-8.5-2.6-5.5z";

/** @param {Grid} grid @param {Done} done @returns {SVGElement[]} */
export function traces(grid, { squares: named, effects }) {
	/** @param {string} kind @param {string} d @param {string} name */
	const mark = (kind, d, name) => grid.put(svg("path", { class: kind, d }), name);
	const moves = effects.filter(({ kind }) => kind === "moved");
	const actor = moves.find(({ cause }) => cause !== "push")?.to ?? named[0] ?? ""; // where the moving piece ends
	const exploded = effects.filter(({ kind }) => kind === "exploded");
	const blasts = exploded.map(({ square = "" }) => square);
	const hit = new Set(exploded.flatMap(({ square = "", area = [] }) => [square, ...area]));
	const nodes = [...hit].map((name) => mark("blast", "M-50-50h100v100h-100z", name));
	if (hit.size)
		nodes.push(svg("path", { class: "blast-edge", d: [...hit].map((name) => edges(grid, name, hit)).join("") }));
	const gone = new Set();
	const landed = new Set(moves.map(({ to }) => to)); // pieces that are there now are not crossed out
	for (const { kind, cause, square: name = "", squares = [], from = "", to, toward } of effects) {
		if (!grid.cells.has(name || from || squares[0])) continue;
		if (kind === "moved") nodes.push(grid.arrow(from, to, cause === "push" ? "push" : "go", 14));
		else if (kind === "placed") nodes.push(mark("plus", "M34-46v20M24-36h20", name));
		else if (kind === "turned" && cause !== "end" && cause !== "begin")
			nodes.push(mark("turned", "M-46-46h92v92h-92z", name));
		else if (kind === "claimed" && squares.length > 1 && inLine(squares)) nodes.push(line(grid, squares));
		else if (kind === "removed") {
			if (cause === "strike") nodes.push(grid.arrow(actor, name, "strike", 14), grid.put(crosshair(), name));
			if (cause === "push") nodes.push(grid.arrow(name, beyond(grid, name, actor, toward, moves), "push off", 4));
			if (!blasts.includes(name)) gone.add(name);
		}
	}
	const bursts = blasts.map((name, n) =>
		grid.put(
			svg(
				"g",
				{ class: "burst" },
				svg("path", { d: BURST, transform: "scale(3.2)" }),
				blasts.length > 1 && svg("text", { y: 11 }, n + 1),
			),
			name,
		),
	);
	return [
		...nodes,
		...[...gone].map((name) =>
			mark("gone", landed.has(name) ? "M16-46l30 30M46-46l-30 30" : "M-26-26l52 52M26-26l-52 52", name),
		),
		...bursts,
	];
}

/** Where something is pushed that leaves the board or has no room: away from what pushes it, or in the direction of its
 * row.
 * @param {Grid} grid @param {string} name @param {string} actor @param {string | undefined} toward
 * @param {Effect[]} moves */
function beyond(grid, name, actor, toward, moves) {
	const [a, b] = [place(actor), place(name)];
	const touches = Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) === 1;
	const pushed = moves.find(({ cause }) => cause === "push");
	const [c, d] = toward
		? [b, place(toward)]
		: touches || !pushed
			? [a, b]
			: [place(pushed.from ?? ""), place(pushed.to)];
	const from = grid.centre(name);
	const to = grid.beside(name, Math.sign(d[0] - c[0]), Math.sign(d[1] - c[1]));
	return { x: from.x + (to.x - from.x) * 0.75, y: from.y + (to.y - from.y) * 0.75 };
}

/** @param {string[]} names */
function inLine(names) {
	const [a, b] = [place(names[0]), place(names[1])];
	return names.every((name, n) => name === square(a[0] + n * (b[0] - a[0]), a[1] + n * (b[1] - a[1])));
}

/** @param {Grid} grid @param {string[]} names */
function line(grid, names) {
	const [a, b] = [grid.centre(names[0]), grid.centre(names[names.length - 1])];
	return svg("path", { class: "line", d: `M${a.x} ${a.y}L${b.x} ${b.y}` });
}

/** The sides of a square at the edge of the set.
 * @param {Grid} grid @param {string} name @param {Set<string>} set */
function edges(grid, name, set) {
	const { x, y } = grid.centre(name);
	const [file, rank] = place(name);
	return [
		[0, 1],
		[1, 0],
		[0, -1],
		[-1, 0],
	]
		.filter(([files, ranks]) => !set.has(square(file + files, rank + ranks)))
		.map(([files, ranks]) => {
			const beside = grid.beside(name, files, ranks);
			const [dx, dy] = [(beside.x - x) / 2, (beside.y - y) / 2];
			return `M${x + dx - dy} ${y + dy - dx}L${x + dx + dy} ${y + dy + dx}`;
		})
		.join("");
}
