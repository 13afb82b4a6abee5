/** Changes to a document: the new one has them, the old one stays as it was. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { patched } from "/static/js/patch.js";

test("a value is set, also deep inside and in a list", () => {
	const doc = { table: { seats: [{ name: "Ann" }, { name: "Bob" }] }, view: { turn: 0 } };
	const changes = [
		[["table", "seats", 1, "name"], "Cyd"],
		[["view", "turn"], 1],
	];
	const after = patched(doc, changes);
	assert.deepEqual(after, { table: { seats: [{ name: "Ann" }, { name: "Cyd" }] }, view: { turn: 1 } });
	assert.deepEqual(doc, { table: { seats: [{ name: "Ann" }, { name: "Bob" }] }, view: { turn: 0 } });
	assert.ok(Array.isArray(after.table.seats));
});

test("a path without a value takes away what is there", () => {
	assert.deepEqual(patched({ a: 1, b: { c: 2, d: 3 } }, [[["a"]], [["b", "c"]]]), { b: { d: 3 } });
});

test("null is a value, and no removal", () => {
	assert.deepEqual(patched({ a: 1 }, [[["a"], null]]), { a: null });
});

test("changes come one after another", () => {
	assert.deepEqual(patched({}, [[["a"], { b: 1 }], [["a", "c"], 2], [["a", "b"]]]), { a: { c: 2 } });
});

test("an empty path replaces everything; no change, nothing", () => {
	const doc = { a: 1 };
	assert.deepEqual(patched(doc, [[[], { b: 2 }]]), { b: 2 });
	assert.equal(patched(doc, []), doc);
});

test("what did not change is shared", () => {
	const doc = { table: { big: true }, view: { turn: 0 } };
	assert.equal(patched(doc, [[["view", "turn"], 1]]).table, doc.table);
});
