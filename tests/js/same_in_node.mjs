/** `node --import ./tests/js/setup.mjs tests/js/same_in_node.mjs FOLDER`: see same.mjs. */
import { readFileSync } from "node:fs";
import { all, Module } from "./same.mjs";

const folder = process.argv[2];
const read = (name) => readFileSync(`${folder}/${name}`);
const description = JSON.parse(read("game.json"));
const module = await Module.from(description, read(description.module), read(description.weights));
const results = await all(module, JSON.parse(read("cases.json")));
process.stdout.write(JSON.stringify(results));
