// @ts-check
/** A game as WebAssembly (src/tesserae/engine/wasm.py): its memory, and calls of its compiled functions.
 *
 * Whole numbers that compiled code takes and gives are bigints, because codes of actions may need more than 53 bits.
 * A state is the bytes of a record. */

/** @typedef {import("./types.js").Description} Description */
/** @typedef {import("./types.js").Argument} Argument */
/** @typedef {import("./types.js").Layout} Layout */

/** An array in the memory of a module: its address, the bytes of an element, its dimensions.
 * @typedef {{at: number, item: number, shape: number[]}} Room */
/** @typedef {bigint | number | boolean | Room} Plain */
/** What a function is given, by the names of its parameters.
 * @typedef {{[name: string]: Plain | Given}} Given */

export class Module {
	/** @param {Description} description @param {WebAssembly.Instance} instance @param {Uint8Array} weights */
	constructor(description, instance, weights) {
		this.description = description;
		this.weights = weights;
		/** @type {Record<string, any>} */
		this.exports = instance.exports;
		this.result = this.exports.malloc(8n) >>> 0;
	}

	/** @param {Description} description @param {BufferSource} code @param {Uint8Array} weights */
	static async from(description, code, weights) {
		const { instance } = await WebAssembly.instantiate(code, {});
		return new Module(description, instance, weights);
	}

	/** A new array of zeros. @param {number} item @param {number[]} shape @returns {Room} */
	room(item, ...shape) {
		const room = { at: 0, item, shape };
		room.at = this.exports.malloc(BigInt(Math.max(size(room), 8))) >>> 0;
		this.bytes(room).fill(0);
		return room;
	}

	/** A new array with a content. @param {Uint8Array} content @param {number} item @param {number[]} shape */
	filled(content, item, ...shape) {
		const room = this.room(item, ...shape);
		this.bytes(room).set(content);
		return room;
	}

	/** The content of an array; it must be read or changed before the next call. @param {Room} room */
	bytes(room) {
		return new Uint8Array(this.exports.memory.buffer, room.at, size(room));
	}

	/** The same as whole numbers. @param {Room} room */
	integers(room) {
		return new BigInt64Array(this.exports.memory.buffer, room.at, size(room) / 8);
	}

	/** The same as floats. @param {Room} room */
	floats(room) {
		return new Float64Array(this.exports.memory.buffer, room.at, size(room) / 8);
	}

	/** Give the memory of some arrays back. @param {Given} given */
	free(given) {
		for (const at of new Set(addresses(given))) this.exports.free(at);
	}

	/** Call a compiled function. @param {string} name @param {Given} given @returns {any} */
	call(name, given) {
		const entry = this.description.entries[name];
		/** @type {(bigint | number)[]} */
		const passed = [];
		for (const argument of entry.arguments) flatten(argument, given[argument[0]], passed);
		if (this.exports[name](...passed, this.result) !== 0) throw new Error(`${name} stopped`);
		const view = new DataView(this.exports.memory.buffer, this.result, 8);
		if (entry.returns === "int") return view.getBigInt64(0, true);
		if (entry.returns === "bool") return view.getBigInt64(0, true) !== 0n;
		return entry.returns === "float" ? view.getFloat64(0, true) : undefined;
	}

	/** A field of the records in an array. @param {Room} room @param {Layout} layout @param {string} name */
	field(room, layout, name) {
		return new Field(new DataView(this.exports.memory.buffer, room.at, size(room)), layout, name);
	}
}

/** @typedef {"getBigInt64" | "getInt32" | "getInt16" | "getInt8" | "getFloat64" | "getFloat32"} Reader */
/** @type {Record<string, Reader>} */
const READERS = {
	"<i8": "getBigInt64",
	"<i4": "getInt32",
	"<i2": "getInt16",
	"|i1": "getInt8",
	"<f8": "getFloat64",
	"<f4": "getFloat32",
};

/** One field of all records of an array, until something is called. */
class Field {
	/** @param {DataView} view @param {Layout} layout @param {string} name */
	constructor(view, layout, name) {
		const [type, offset] = layout.fields[name];
		this.view = view;
		this.reader = READERS[type];
		this.bytes = layout.bytes;
		this.offset = offset;
	}

	/** The value as it is. @param {number} index @returns {bigint | number} */
	raw(index) {
		return this.view[this.reader](index * this.bytes + this.offset, true);
	}

	/** A value that is not too large for a number. @param {number} index */
	get(index) {
		return Number(this.raw(index));
	}

	/** A value of 64 bits. @param {number} index */
	wide(index) {
		return BigInt(this.raw(index));
	}

	/** @param {number} index @param {bigint} value */
	set(index, value) {
		this.view.setBigInt64(index * this.bytes + this.offset, value, true);
	}
}

/** @param {Room} room */
function size(room) {
	return room.shape.reduce((product, length) => product * length, room.item);
}

/** Those of all arrays. @param {Given} given @returns {number[]} */
function addresses(given) {
	const parts = Object.values(given).filter((value) => typeof value === "object");
	return parts.flatMap((part) =>
		Array.isArray(part.shape) ? [Number(part.at)] : addresses(/** @type {Given} */ (part)),
	);
}

/** Add what stands for an argument to what is passed: an array is its address and its dimensions, a tuple its parts.
 * @param {Argument} argument @param {Plain | Given} value @param {(bigint | number)[]} passed */
function flatten(argument, value, passed) {
	const [name, kind] = argument;
	if (value === undefined) throw new TypeError(`${name} is missing`);
	if (kind === "tuple") {
		for (const part of argument[2]) flatten(part, /** @type {Given} */ (value)[part[0]], passed);
	} else if (kind === "array") {
		const { at, item, shape } = /** @type {Room} */ (value);
		if (item !== argument[2] || shape.length !== argument[3]) throw new TypeError(`${name} is another array`);
		passed.push(at, ...shape.map(BigInt));
	} else if (kind === "float") {
		passed.push(Number(value));
	} else {
		passed.push(BigInt(/** @type {bigint | number | boolean} */ (value)));
	}
}
