// @ts-check
/** Drag and drop. Dragging something chooses it, holding it over a square points at the square, dropping it chooses the
 * square. So boards show the same previews and do the same as with clicks. */

import { el, loadStyle, svg } from "../dom.js";

const FAR = 6; // pixels that a pointer may move before it counts as dragging

/** @param {Board} board @param {import("./grab.js").Source} source @param {PointerEvent} down */
export function drag(board, source, down) {
	const { grid } = board;
	const { square, node } = source;
	const ending = new AbortController();
	const { signal } = ending;
	/** @type {HTMLElement | null} */ let ghost = null;
	/** @type {unknown} */ let picked = null;
	/** @type {string | null} */ let over = null;

	const lift = () => {
		void loadStyle("drag");
		ghost = picture(board, source);
		document.body.append(ghost);
		document.documentElement.classList.add("dragging");
		const chosen = square ? node.getAttribute("aria-selected") : node.getAttribute("aria-pressed");
		if (chosen === "true") return;
		if (square) picked = grid.use.pick?.(square);
		else if (node instanceof HTMLElement) node.click();
	};
	/** The square under a point. @param {PointerEvent} event */
	const under = ({ clientX, clientY }) => {
		const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-square]");
		return cell && grid.root.contains(cell) ? cell.getAttribute("data-square") : null;
	};
	/** @param {PointerEvent} event */
	const move = (event) => {
		if (event.pointerId !== down.pointerId) return;
		if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
		if (!ghost) lift();
		ghost?.style.setProperty("translate", `${event.clientX}px ${event.clientY}px`);
		const now = under(event);
		if (now === over) return;
		over = now;
		grid.use.point?.(over);
	};
	const end = () => {
		ending.abort();
		ghost?.remove();
		document.documentElement.classList.remove("dragging");
	};
	/** @param {PointerEvent} event */
	const up = async (event) => {
		if (event.pointerId !== down.pointerId) return;
		const lifted = ghost !== null;
		end();
		if (!lifted) return; // it was a click, which is handled elsewhere
		const there = under(event);
		swallow();
		await picked;
		grid.use.point?.(null);
		if (there && there !== square && node.getAttribute("data-drag") !== "whole") grid.use.pick?.(there);
		else if (!there) grid.use.cancel?.();
	};
	addEventListener("pointermove", move, { signal });
	addEventListener("pointerup", (event) => void up(event), { signal });
	addEventListener("pointercancel", end, { signal });
}

/** Ignore the click at the end of a drag. */
function swallow() {
	const stop = (/** @type {Event} */ event) => event.stopPropagation();
	addEventListener("click", stop, { capture: true, once: true });
	setTimeout(() => removeEventListener("click", stop, true));
}

/** A copy of what is dragged. @param {Board} board @param {import("./grab.js").Source} source */
function picture({ grid }, { square, node }) {
	const { width } = grid.svg.getBoundingClientRect();
	const side = (width / grid.svg.viewBox.baseVal.width) * 100;
	const shown = square
		? ofSquare(grid, square)
		: /** @type {Element} */ (node.querySelector("svg") ?? node).cloneNode(true);
	return el(
		"div",
		{ class: "dragged", "aria-hidden": "true", style: { width: `${side}px`, height: `${side}px` } },
		shown,
	);
}

/** @param {Grid} grid @param {string} square */
function ofSquare(grid, square) {
	const { x, y } = grid.centre(square);
	const place = /** @type {Element} */ (grid.cells.get(square)).getBoundingClientRect();
	const here = [...grid.layers.pieces.children].filter((piece) => {
		const { left, top, width, height } = piece.getBoundingClientRect();
		const [h, v] = [left + width / 2, top + height / 2];
		return h > place.left && h < place.right && v > place.top && v < place.bottom;
	});
	return svg(
		"svg",
		{ viewBox: `${x - 50} ${y - 50} 100 100` },
		here.map((piece) => piece.cloneNode(true)),
	);
}
