// @ts-check
/** Creates elements. Nothing is ever parsed as HTML, so text that people typed cannot become HTML. */

/** @template {HTMLElement | SVGElement} E @param {E} element @param {Props} [props] @param {Child[]} [children] */
function fill(element, props = {}, children = []) {
	for (const [name, value] of Object.entries(props)) {
		if (name === "on") {
			for (const [type, handler] of Object.entries(value)) if (handler) element.addEventListener(type, handler);
		} else if (name === "style") {
			for (const [property, text] of Object.entries(value)) element.style.setProperty(property, String(text));
		} else if (value !== false && value !== null && value !== undefined) {
			element.setAttribute(name, value === true ? "" : String(value));
		}
	}
	add(element, children);
	return element;
}

/** @param {Element} element @param {Child} child */
function add(element, child) {
	if (Array.isArray(child)) for (const one of child) add(element, one);
	else if (child !== null && child !== undefined && child !== false)
		element.append(typeof child === "number" ? String(child) : child);
}

/** An HTML element: attributes by name, `on` for listeners, `style` for properties set from here.
 * @type {Make<HTMLElementTagNameMap>} */
export const el = (tag, props, ...children) => fill(document.createElement(tag), props, children);

/** The same for SVG. @type {Make<SVGElementTagNameMap>} */
export const svg = (tag, props, ...children) =>
	fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);

/** @param {Element} element @param {Child[]} children */
export function refill(element, ...children) {
	element.textContent = "";
	add(element, children);
}

/** A button. @param {Child} text @param {() => void} press @param {Props} [props] */
export function button(text, press, props = {}) {
	return el("button", { type: "button", ...props, on: { click: press, ...props.on } }, text);
}

/** A box to tick. @param {string} id @param {string} label @param {string | undefined} help @param {unknown} checked
 * @param {(checked: boolean) => void} change */
export function checkbox(id, label, help, checked, change) {
	const on = { change: (/** @type {Of<HTMLInputElement>} */ event) => change(event.target.checked) };
	return el(
		"div",
		{ class: "field check" },
		el("input", { type: "checkbox", id, checked, "aria-describedby": help && `${id}-help`, on }),
		el("label", { for: id }, label),
		help && el("p", { class: "help", id: `${id}-help` }, help),
	);
}

const ICONS = {
	first: "M5 5h2v14H5zM19 5v14l-10-7z",
	back: "M16 5v14l-10-7z",
	forward: "M8 5v14l10-7z",
	last: "M17 5h2v14h-2zM5 5v14l10-7z",
	gear: "M4 6h8v2H4zM18 6h2v2h-2zM13 4h4v6h-4zM4 16h2v2H4zM12 16h8v2h-8zM7 14h4v6H7z",
};

/** A picture of one path; what it says must be said in words beside it. @param {keyof typeof ICONS} name */
export function icon(name) {
	return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/** Refill a panel; the control that has the focus (found again by `data-key`) keeps it.
 * @param {Element} panel @param {Child[]} children */
export function renew(panel, ...children) {
	const active = document.activeElement;
	const key = active && panel.contains(active) ? active.getAttribute("data-key") : null;
	refill(panel, ...children);
	if (key)
		/** @type {HTMLElement | null} */ (
			panel.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? panel.querySelector("button")
		)?.focus();
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/** The same, but only if the content has changed.
 * @param {Element} panel @param {unknown} shown everything that the panel depends on @param {() => Child} make */
export function redraw(panel, shown, make) {
	const signature = JSON.stringify([document.documentElement.lang, shown]);
	if (drawn.get(panel) === signature) return;
	drawn.set(panel, signature);
	renew(panel, make());
}

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** Load a style sheet. @param {string} name of one of the shell, or an address */
export function loadStyle(name) {
	const href = name.startsWith("/") ? name : `/static/styles/${name}.css`;
	if (!sheets.has(name))
		sheets.set(
			name,
			new Promise((done) =>
				document.head.append(el("link", { rel: "stylesheet", href, on: { load: done, error: done } })),
			),
		);
	return sheets.get(name);
}
