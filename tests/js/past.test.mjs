/** Looking back: which view is shown, and what can be looked at. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Past } from "/static/js/table/past.js";

let page, past;

beforeEach(() => {
	page = {
		over: false,
		game: { memory: false, aid: null },
		table: { options: {} },
		live: { moves: [] },
		view: { n: 0 },
	};
	past = new Past(page);
	past.remember();
	for (const n of [1, 2]) {
		page.live.moves.push({ seat: 0, action: `a${n}`, effects: [{ kind: "moved", n }] });
		page.view = { n };
		past.remember();
	}
});

test("the present is shown unless an earlier moment is looked at", () => {
	assert.equal(past.shown.n, 2);
	past.at = 1;
	assert.equal(past.shown.n, 1);
	assert.equal(past.viewAt(7), null);
});

test("a moment that was taken back is not looked at any longer", () => {
	past.at = 2;
	page.live.moves.pop();
	page.view = { n: 1 };
	past.remember();
	assert.equal(past.at, null);
});

test("a fresh state forgets the views of before", () => {
	past.remember(true);
	assert.equal(past.viewAt(1), null);
	assert.equal(past.viewAt(2).n, 2);
});

test("a game of memory is closed while it is played, except with the aid", () => {
	page.game = { memory: true, aid: "memory_aid" };
	assert.equal(past.open, false);
	page.table.options = { memory_aid: true };
	assert.equal(past.open, true);
	page.table.options = {};
	page.over = true;
	assert.equal(past.open, true);
});

test("once the game is over, the replay counts: moves, views and effects", () => {
	past.replay = { moves: [{ action: "x" }], views: [{ n: "open" }], effects: [["all"]] };
	assert.deepEqual([past.moves.length, past.viewAt(0).n, past.effects(0)], [2, 0, [{ kind: "moved", n: 1 }]]);
	page.over = true;
	assert.deepEqual([past.moves.length, past.viewAt(0).n, past.effects(0)], [1, "open", ["all"]]);
});

test("the keys step through the moments, but not while somebody types", () => {
	const looked = [];
	past.look = async (at) => void looked.push(at);
	const press = (key, closest = null, more = {}) =>
		past.key({ key, target: { closest: () => closest }, preventDefault() {}, ...more });
	for (const key of ["ArrowLeft", "Home", "End", "ArrowRight", "x"]) press(key);
	press("ArrowLeft", "input");
	press("ArrowLeft", null, { ctrlKey: true });
	assert.deepEqual(looked, [1, 0, 2, 3]);
});
