/* Plays a game with the compiled functions of a game, for tests/engine/test_machines.py: reads 64-bit numbers (bytes of
 * a state, options, seats, seed, and for each action a seat and a code), and writes all that it sees. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int32_t start(void *, int64_t, int64_t *, int64_t, int64_t, int64_t, int64_t *) __asm__("door.start");
int32_t actors(void *, int64_t, int64_t *) __asm__("door.actors");
int32_t legal(void *, int64_t, int64_t, int64_t *, int64_t, int64_t *) __asm__("door.legal");
int32_t act(void *, int64_t, int64_t, int64_t, int64_t *, int64_t, int64_t *) __asm__("door.act");
int32_t evaluate(void *, int64_t, double *, int64_t, int64_t *) __asm__("door.evaluate");
int32_t returns(void *, int64_t, double *, int64_t, int64_t *) __asm__("door.returns");

#define ROOM (1 << 20)

static int64_t read_number(void) {
	int64_t number;
	if (fread(&number, 8, 1, stdin) != 1) exit(3);
	return number;
}

static void check(int32_t failed) {
	if (failed) exit(4);
}

int main(void) {
	int64_t bytes = read_number(), count = read_number();
	int64_t *options = calloc(count + 1, 8), *out = calloc(ROOM, 8), result;
	for (int64_t i = 0; i < count; i++) options[i] = read_number();
	int64_t seats = read_number(), seed = read_number(), actions = read_number();
	double *values = calloc(seats, 8);
	char *state = aligned_alloc(64, (bytes + 63) / 64 * 64);
	for (int64_t i = 0; i < bytes; i++) state[i] = 0;
	check(start(state, 1, options, count, seats, seed, &result));
	for (int64_t i = 0; i < actions; i++) {
		int64_t seat = read_number(), code = read_number(), number;
		fwrite(state, 1, bytes, stdout);
		check(actors(state, 1, &result));
		fwrite(&result, 8, 1, stdout);
		check(legal(state, 1, seat, out, ROOM, &number));
		fwrite(out, 8, number, stdout);
		check(evaluate(state, 1, values, seats, &result));
		fwrite(values, 8, seats, stdout);
		check(act(state, 1, seat, code, out, ROOM, &result));
		if (!result) exit(5);
	}
	fwrite(state, 1, bytes, stdout);
	check(returns(state, 1, values, seats, &result));
	fwrite(values, 8, seats, stdout);
	return 0;
}
