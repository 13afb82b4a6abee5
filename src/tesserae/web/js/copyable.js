// @ts-check
/** Texts to copy, such as links. */

import { button, el, loadStyle } from "./dom.js";
import { t } from "./i18n.js";
import { announce } from "./shell.js";

await loadStyle("box");

/** A text to copy, with its button.
 * @param {string} label @param {string} text @param {string} [kind] a class of the button */
export function copyable(label, text, kind = "primary") {
	const input = el("input", { readonly: true, value: text, "aria-label": label, on: { focus: () => input.select() } });
	const press = button(t("copy"), copy, { class: kind });
	async function copy() {
		input.select();
		try {
			await navigator.clipboard.writeText(text);
		} catch {
			return; // not allowed here: the selected text can be copied by hand
		}
		press.textContent = t("copied");
		announce(t("copied"));
	}
	return el("div", { class: "row copyable" }, input, press);
}
