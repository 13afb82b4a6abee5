// What boardgame.io's server plays for `load.py`: a board as large as Symbol's, and moves as small.
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");
const game = {
	name: "board",
	setup: () => ({
		cells: Array(49).fill(null),
		reserves: [
			{ K: 1, G: 4, R: 4 },
			{ K: 1, G: 4, R: 4 },
		],
	}),
	turn: { minMoves: 1, maxMoves: 1 },
	moves: {
		go: ({ G, playerID }, from, to) => {
			if (from < 0 || from > 48 || to < 0 || to > 48) return INVALID_MOVE;
			G.cells[to] = G.cells[from] === null ? "K" + playerID : G.cells[from];
			G.cells[from] = null;
		},
	},
};
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server
	.run({ port: 0, callback: () => {} })
	.then(({ appServer }) => console.log("listening " + appServer.address().port));
