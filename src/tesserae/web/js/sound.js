// @ts-check
/** Three short synthesised sounds; nothing is downloaded. Loaded when sounds are switched on. */

/** @type {AudioContext | undefined} */
let context;

const TUNES = {
	move: [[330, 0]],
	turn: [
		[440, 0],
		[660, 0.09],
	],
	end: [
		[523, 0],
		[659, 0.12],
		[784, 0.24],
	],
};

/** @param {keyof typeof TUNES} name */
export function sound(name) {
	context ??= new AudioContext();
	for (const [pitch, delay] of TUNES[name]) {
		const start = context.currentTime + delay;
		const tone = context.createOscillator();
		const gain = context.createGain();
		tone.type = "triangle";
		tone.frequency.value = pitch;
		gain.gain.setValueAtTime(0.12, start);
		gain.gain.exponentialRampToValueAtTime(0.001, start + 0.16);
		tone.connect(gain).connect(context.destination);
		tone.start(start);
		tone.stop(start + 0.17);
	}
}
