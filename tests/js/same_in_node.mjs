/** `node --import ./tests/js/setup.mjs tests/js/same_in_node.mjs FOLDER`: see same.mjs. */
import { readFileSync } from "node:fs";
import { all, Module } from "./same.mjs";

const folder = process.argv[2];
const read = (name) => readFileSync(`${folder}/${name}`);
const module = await Module.from(JSON.parse(read("description.json")), read("code.wasm"), read("weights"));
const results = await all(module, JSON.parse(read("cases.json")));
process.stdout.write(JSON.stringify(results));
