// @ts-check
/** English and German: one flat catalogue a language, gaps written {name}. */

import { settings } from "./settings.js";

export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch" });

/** @type {Record<string, string>} */
let catalogue = {};
let plural = new Intl.PluralRules("en");

/** The language in use: the chosen one, else the browser's first that we speak. */
export function language() {
  const tags = [settings.language, ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
  return /** @type {keyof LANGUAGES} */ (tags.find((tag) => tag in LANGUAGES) ?? "en");
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

/** @param {string} text @param {Props} words */
function fill(text, words) {
  return text.replace(/\{(\w+)\}/g, (gap, name) => (name in words ? String(words[name]) : gap));
}

/** @type {Translate} The text of a key; a key with plural forms is chosen by `words.n`. */
export function t(key, words = {}) {
  const text = catalogue[key] ?? catalogue[`${key}.${plural.select(Number(words.n))}`];
  if (text === undefined) console.error(`no text for ${key}`);
  return fill(text ?? key, words);
}

/** The text of a key that need not exist. @param {string} key @param {string} otherwise */
export function tOr(key, otherwise) {
  return catalogue[key] ?? otherwise;
}

/** A server's refusal: its template is the key; a word such as "land" may have one too, or be a sentence itself.
 * @param {Refusal} refusal @returns {string} */
export function refusal({ sentence, words = {}, text }) {
  const template = catalogue[`refusal:${sentence}`];
  if (template === undefined) return text || fill(sentence || t("error.unknown"), words);
  const said = (/** @type {any} */ value) =>
    value.sentence ? refusal(value) : String(value).split(/(, | and | or )/).map((part) => catalogue[`word:${part}`] ?? part).join("");
  return fill(template, Object.fromEntries(Object.entries(words).map(([name, value]) => [name, said(value)])));
}

/** "Ada, Bo and Cy" @param {string[]} items */
export function list(items) {
  return new Intl.ListFormat(language()).format(items);
}
