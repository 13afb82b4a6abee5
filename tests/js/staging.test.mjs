/** A turn of Symbol that is being composed in the browser. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { without } from "/static/games/symbol/squares.js";
import { Turn } from "/static/games/symbol/turn.js";

const view = (turns, more = {}) => ({ board: {}, reserve: [], turn: 0, step: null, turns, outcome: null, ...more });
let table, turn, asked;

beforeEach(() => {
	asked = [];
	table = {
		proposed: null,
		propose: (steps) => void (table.proposed = steps),
		stage: async (steps) => {
			asked.push(steps.join(" "));
			if (steps.includes("bad")) throw new Error("refused");
			return { views: steps.map((_, n) => view(1, { step: n })), effects: steps.map(() => []), legal: ["next"] };
		},
	};
	turn = new Turn(table);
	turn.show(view(1), ["+K@a1"]);
});

test("staged steps are shown on top of the game; what is legal follows them", async () => {
	assert.equal(await turn.set(["+K@a1", "+G@a2"]), true);
	assert.equal(turn.now.step, 1);
	assert.deepEqual(turn.legal, ["next"]);
	assert.equal(turn.open, true);
});

test("without steps everything is as the game stands", async () => {
	await turn.set(["+K@a1"]);
	assert.equal(await turn.set([]), true);
	assert.deepEqual([turn.steps, turn.legal, turn.now], [[], ["+K@a1"], turn.base]);
});

test("refused steps change nothing, and are asked for again", async () => {
	await turn.set(["+K@a1"]);
	assert.equal(await turn.set(["bad"]), false);
	assert.deepEqual(turn.steps, ["+K@a1"]);
	assert.equal(await turn.set(["bad"]), false);
	assert.equal(asked.filter((steps) => steps === "bad").length, 2);
});

test("the same steps are asked for only once", async () => {
	await turn.set(["+K@a1"]);
	await turn.set([]);
	await turn.set(["+K@a1"]);
	assert.deepEqual(asked, ["+K@a1"]);
});

test("the same moment again keeps the steps", async () => {
	await turn.set(["+K@a1"]);
	assert.equal(turn.show(view(1), null), "same");
	assert.deepEqual(turn.steps, ["+K@a1"]);
});

test("the own first step that was done leaves the others staged", async () => {
	await turn.set(["+K@a1", "+G@a2"]);
	assert.equal(turn.show(view(2), [], "+K@a1"), "own");
	assert.deepEqual(turn.steps, ["+G@a2"]);
});

test("news from somebody else wipes what was staged", async () => {
	await turn.set(["+K@a1"]);
	assert.equal(turn.show(view(2), [], "b1[G]-b2"), "news");
	assert.deepEqual([turn.steps, table.proposed], [[], []]);
});

test("an answer that comes too late is not used", async () => {
	const late = turn.set(["+K@a1"]);
	turn.show(view(2), []);
	assert.equal(await late, false);
	assert.deepEqual(turn.steps, []);
});

test("a turn that has passed to the other is not open", () => {
	turn.views = [view(1, { turn: 1, step: 0 })];
	assert.equal(turn.open, false);
});

test("pieces are taken from a pile", () => {
	assert.equal(without("GGB", "GB"), "G");
});
