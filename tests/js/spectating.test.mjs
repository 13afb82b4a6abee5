/** A table at which nothing can be done, with what is different in some place. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { spectating } from "/static/js/spectating.js";

const GAME = { name: "symbol", sides: ["Sun", "Moon"] };

test("nothing can be done", async () => {
	const table = spectating(GAME, 2);
	assert.deepEqual([table.seat, table.mine, table.seats, table.live()], [null, [], 2, false]);
	assert.deepEqual(await table.legal("a1"), []);
	assert.equal(await table.send(["end"]), false);
});

test("what is given is used instead, and a getter is asked each time", () => {
	let motion = false;
	const table = spectating(GAME, 2, {
		seat: 1,
		get motion() {
			return motion;
		},
	});
	assert.deepEqual([table.seat, table.motion], [1, false]);
	motion = true;
	assert.equal(table.motion, true);
});
