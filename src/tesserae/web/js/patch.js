// @ts-check
/** Changes to a document, as the server sends them. */

/** @import { Change } from "./types.js" */

/** The document after the changes. It shares unchanged parts with the old one, which is not modified, so that views of
 * earlier moments can be kept. @template T @param {T} doc @param {Change[]} changes @returns {T} */
export function patched(doc, changes) {
	return changes.reduce((whole, change) => set(whole, change, 0), doc);
}

/** @template T @param {T} node @param {Change} change @param {number} depth @returns {T} */
function set(node, change, depth) {
	const [path, value] = change;
	if (depth === path.length) return /** @type {T} */ (value);
	const copy = /** @type {Record<string, unknown>} */ (Array.isArray(node) ? [...node] : { ...node });
	const key = /** @type {string} */ (path[depth]);
	if (depth === path.length - 1 && change.length === 1) delete copy[key];
	else copy[key] = set(copy[key], change, depth + 1);
	return /** @type {T} */ (copy);
}
