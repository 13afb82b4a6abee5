// @ts-check
/** After a click on a button, ignores clicks in its place for a moment: they were meant for the old button. */

const MOMENT = 600; // milliseconds in which a second click belongs to the first

/** @param {DOMRect} place where the button was */
export function shield({ left, top, right, bottom }) {
	const end = Date.now() + MOMENT;
	/** @param {MouseEvent} event */
	const stop = (event) => {
		const { clientX: x, clientY: y, detail } = event;
		const again = detail && x >= left && x <= right && y >= top && y <= bottom;
		if (again && Date.now() < end) {
			event.preventDefault();
			event.stopPropagation();
		} else removeEventListener("click", stop, true); // a click elsewhere is a new action
	};
	addEventListener("click", stop, true);
}
