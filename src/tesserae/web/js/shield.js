// @ts-check
/** For a moment nothing is clicked where a button was: whatever comes to lie there was not meant. */

const MOMENT = 600; // milliseconds in which a second click means the same as the first

/** @param {DOMRect} place where the button was */
export function shield({ left, top, right, bottom }) {
	const end = Date.now() + MOMENT;
	/** @param {MouseEvent} event */
	const stop = (event) => {
		const { clientX: x, clientY: y, detail } = event;
		if (Date.now() > end) removeEventListener("click", stop, true);
		else if (detail && x >= left && x <= right && y >= top && y <= bottom) {
			event.preventDefault();
			event.stopPropagation();
		}
	};
	addEventListener("click", stop, true);
}
