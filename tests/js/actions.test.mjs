/** The browser reads and writes actions as Python does; what they say was written by tests/games/vectors.py. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { notation, telling } from "/static/js/actions.js";

const games = JSON.parse(readFileSync(new URL("actions.json", import.meta.url), "utf-8"));

for (const [game, { forms, actions }] of Object.entries(games)) {
	const { read, write } = notation(game);

	test(`${game}: actions say what they say in Python`, () => {
		assert.equal(actions.length >= forms.length, true);
		for (const { text, ...said } of actions) assert.deepEqual(read(text), said, text);
	});

	test(`${game}: they are written as they were read`, () => {
		for (const { text } of actions) {
			const { verb, ...fields } = read(text);
			assert.equal(write(verb, fields), text);
		}
	});

	test(`${game}: their words can be written in another language`, () => {
		for (const { verb, text } of forms) {
			const names = Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "X"]));
			const written = write(verb, names, (word) => `(${word})`);
			assert.equal(written.replaceAll(/[()]/g, ""), text.replaceAll(/\{\w+\}/g, "X"));
			assert.equal(/(?<![(a-z])[a-z]/.test(written), false, written);
		}
	});

	test(`${game}: what is no action says nothing`, () => {
		for (const text of ["", "nonsense!!", "{to}", "@", "a1 a2"]) assert.equal(read(text).verb, "", text);
		assert.deepEqual(read("").squares, []);
		assert.equal(write("nonsense"), "");
	});
}

test("what only ends a turn is not told, unless nothing else was done", () => {
	assert.deepEqual(telling("symbol", ["d1[G]-d2", "end"]), ["d1[G]-d2"]);
	assert.deepEqual(telling("symbol", ["pass"]), ["pass"]);
	assert.deepEqual(telling("symbol", []), []);
});
