// @ts-check
/** For a moment nothing is clicked where a button was: whatever comes to lie there was not meant. */

const MOMENT = 600; // milliseconds in which a second click means the same as the first

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
		} else removeEventListener("click", stop, true); // a click elsewhere is a new thought
	};
	addEventListener("click", stop, true);
}
