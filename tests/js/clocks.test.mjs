/** What the clocks of a table show. */
import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { loadLanguage } from "/static/js/i18n.js";
import { drawClocks } from "/static/js/table/clocks.js";

await loadLanguage();
afterEach(() => mock.timers.reset());

/** The texts of the clocks some time after they were wound, and which of them are marked as low. */
function shown(left, running, passed, ahead = 0) {
	mock.timers.enable({ apis: ["Date"], now: 5_000_000 + passed });
	const low = new Set();
	const nodes = left.map((_, seat) => ({
		textContent: "",
		getAttribute: () => String(seat),
		classList: { toggle: (_name, on) => void (on ? low.add(seat) : low.delete(seat)) },
	}));
	const panel = { querySelectorAll: () => nodes };
	drawClocks(panel, { table: { clock: { left, running, at: 5_000_000 } }, live: { ahead } });
	mock.timers.reset();
	return { texts: nodes.map(({ textContent }) => textContent), low: [...low] };
}

test("only the clocks that run lose time", () => {
	assert.deepEqual(shown([600_000, 600_000], [0], 61_000).texts, ["8:59", "10:00"]);
});

test("the last ten seconds have tenths, hours have minutes, days are days", () => {
	assert.deepEqual(shown([9_940, 3_725_000, 2 * 86_400_000, 59_999], [], 0).texts, [
		"0:09.9",
		"1:02:05",
		"2 days",
		"0:59",
	]);
});

test("time does not run below zero, nor backwards", () => {
	assert.deepEqual(shown([1_000], [0], 5_000).texts, ["0:00.0"]);
	assert.deepEqual(shown([60_000], [0], 0, -5_000).texts, ["1:00"]);
});

test("the server's time counts, not the clock of this machine", () => {
	assert.deepEqual(shown([60_000], [0], 0, 30_000).texts, ["0:30"]);
});

test("less than twenty seconds are low, on a clock that runs", () => {
	assert.deepEqual(shown([19_000, 19_000, 20_000], [0, 2], 0).low, [0]);
});

test("who has no clock is shown none", () => {
	assert.deepEqual(shown([null, 60_000], [1], 0).texts, ["", "1:00"]);
});
