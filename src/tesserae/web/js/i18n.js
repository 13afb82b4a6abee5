// @ts-check
/** English and German: one flat catalogue a language, gaps written {name}. */

import { settings } from "./settings.js";

export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch" });

/** @typedef {Record<string, unknown>} Words */
/** @typedef {(key: string, words?: Words) => string} T */
/** @typedef {{rule?: string|null, sentence?: string, words?: Words, text?: string}} Refusal */

/** @type {Record<string, string>} */
let catalogue = {};
let plural = new Intl.PluralRules("en");

/** The language in use: the chosen one, else the browser's first that we speak. */
export function language() {
  const known = (/** @type {string} */ tag) => tag.slice(0, 2).toLowerCase() in LANGUAGES;
  const tag = settings.language || navigator.languages.find(known) || "en";
  return /** @type {keyof LANGUAGES} */ (tag.slice(0, 2).toLowerCase());
}

/** @param {string} file */
const fetched = async (file) => (await fetch(`/static/lang/${file}.json`)).json();

/** Fetch the catalogue of the language in use. */
export async function loadLanguage() {
  const tag = language();
  catalogue = Object.assign({}, ...(await Promise.all(["", "boards.", "symbol."].map((part) => fetched(part + tag)))));
  plural = new Intl.PluralRules(tag);
  document.documentElement.lang = tag;
}

/** Fetch the texts of a page that most never open. @param {string} part */
export async function addTexts(part) {
  Object.assign(catalogue, await fetched(`${part}.${language()}`));
}

/** @param {string} text @param {Words} words */
function fill(text, words) {
  return text.replace(/\{(\w+)\}/g, (gap, name) => (name in words ? String(words[name]) : gap));
}

/** @type {T} The text of a key; a key with plural forms is chosen by `words.n`. */
export function t(key, words = {}) {
  const text = catalogue[key] ?? catalogue[`${key}.${plural.select(Number(words.n))}`];
  if (text === undefined) console.error(`no text for ${key}`);
  return fill(text ?? key, words);
}

/** The text of a key that need not exist. @param {string} key @param {string} otherwise */
export function tOr(key, otherwise) {
  return catalogue[key] ?? otherwise;
}

/** A server's refusal in our language: its template is the key; a word such as "land" may have a key too.
 *  @param {Refusal} refusal */
export function refusal(refusal) {
  const template = catalogue[`refusal:${refusal.sentence}`];
  const words = Object.entries(refusal.words ?? {}).map(([name, value]) => {
    const parts = typeof value === "string" ? value.split(/(, | and )/) : [value];
    return [name, parts.map((part) => catalogue[`word:${part}`] ?? part).join("")];
  });
  if (template !== undefined) return fill(template, Object.fromEntries(words));
  return refusal.text || fill(refusal.sentence || t("error.unknown"), Object.fromEntries(words));
}

/** "Ada, Bo and Cy" @param {string[]} items */
export function list(items) {
  return new Intl.ListFormat(language()).format(items);
}

/** How long ago or until. @param {number} at milliseconds since 1970 */
export function ago(at) {
  const seconds = (at - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  for (const [unit, size] of /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ]))
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  return format.format(Math.round(seconds), "second");
}
