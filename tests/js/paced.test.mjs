/** Bots move at a human pace, and nothing gets out of order. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Paced } from "/static/js/paced.js";
import { pace, settings } from "/static/js/settings.js";

const BOT = { t: "event", kind: "acted", seat: 1 };
const CHAT = { t: "event", kind: "chatted", seat: 0 };
/** @type {object[]} */ let taken;
let live;

beforeEach(() => {
	mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
	taken = [];
	live = {
		legal: null,
		doc: { table: { seats: [{ kind: "person" }, { kind: "bot" }] } },
		take: (message) => taken.push(message),
	};
});
afterEach(() => {
	mock.timers.reset();
	document.hidden = false;
	settings.pace = "quick";
});

test("the first move of a bot is shown at once, the second after a while", () => {
	const paced = new Paced(live);
	paced.put(BOT);
	paced.put({ ...BOT, n: 2 });
	assert.equal(taken.length, 1);
	mock.timers.tick(pace() - 1);
	assert.equal(taken.length, 1);
	mock.timers.tick(1);
	assert.equal(taken.length, 2);
});

test("what comes behind a waiting move waits with it", () => {
	const paced = new Paced(live);
	const second = { ...BOT, n: 2 };
	for (const message of [BOT, second, CHAT]) paced.put(message);
	assert.deepEqual(taken, [BOT]);
	mock.timers.tick(pace());
	assert.deepEqual(taken, [BOT, second, CHAT]);
});

test("people are never held up", () => {
	const paced = new Paced(live);
	paced.put(BOT);
	paced.put({ ...BOT, seat: 0 });
	assert.equal(taken.length, 2);
});

test("whoever may act sees everything at once, and so does a page in the background", () => {
	const paced = new Paced(live);
	live.legal = { actions: ["a1"] };
	paced.put(BOT);
	paced.put(BOT);
	assert.equal(taken.length, 2);
	live.legal = null;
	document.hidden = true;
	paced.put(BOT);
	assert.equal(taken.length, 3);
});

test("one can hurry it, and drop what will come again", () => {
	const paced = new Paced(live);
	for (let n = 0; n < 3; n++) paced.put({ ...BOT, n });
	paced.hurry();
	assert.deepEqual(
		taken.map(({ n }) => n),
		[0, 1, 2],
	);
	for (let n = 3; n < 6; n++) paced.put({ ...BOT, n });
	paced.drop();
	mock.timers.tick(10 * pace());
	assert.deepEqual(
		taken.map(({ n }) => n),
		[0, 1, 2],
	);
});

for (const [name, ms] of [
	["instant", 0],
	["quick", 700],
	["calm", 2000],
])
	test(`bots that play each other are ${name}`, () => {
		settings.pace = name;
		live.doc.table.seats = [{ kind: "bot" }, { kind: "bot" }];
		const paced = new Paced(live);
		for (let n = 0; n < 3; n++) paced.put({ ...BOT, seat: n % 2, n });
		for (const shown of ms ? [1, 2, 3] : [3]) {
			assert.equal(taken.length, shown);
			mock.timers.tick(Math.max(0, ms - 1));
			assert.equal(taken.length, shown);
			mock.timers.tick(1);
		}
	});
