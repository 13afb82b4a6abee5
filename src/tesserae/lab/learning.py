"""Learning a game: rounds of self-play, training and a gate, in a folder from which a run resumes exactly.

A round plays games with the best net so far, trains the newest net on the samples of the last rounds, and lets it meet
the best one; if it passes the gate, it is the best from then on. Everything random follows from the seed and from the
number of the round or game. Results are written as soon as they are there, so that nothing is done twice: an
interrupted run ends with the same weights as one that was not.

The folder has `run.json`, what was asked for; for each round a folder with its samples, the newest net and the games
of the gate; `rounds.jsonl`, what came out of each round; `clock.txt`, how long it took; `net.npz`, the best net; and
`curves.svg`.
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from tesserae.engine import contract
from tesserae.engine.net import NONE, BadNet, Net, load, save, scratch
from tesserae.errors import BadOption, check_positive
from tesserae.games import game as find
from tesserae.lab.executors import Executor
from tesserae.lab.gate import Verdict, elo, verdict
from tesserae.lab.selfplay import ANCHOR, Lesson, Match, Thinker, begin, check, learn, meet, quick
from tesserae.lab.training import DECAY, Samples, fresh, joined, loss, train
from tesserae.state import check_seed

RUN, ROUNDS, CLOCK, NET, CURVES = "run.json", "rounds.jsonl", "clock.txt", "net.npz", "curves.svg"
NEWEST, GATE, ANCHORED = "newest.npz", "gate.jsonl", "anchor.jsonl"
AT_A_TIME, QUICK_AT_A_TIME = 4, 500  # games of a job; of one with quick games
HELD_OUT = 10  # every tenth game is kept apart, to measure the loss
LEAST = {  # that a plan can ask for
    "width": 1,
    "simulations": 2,
    "games": 1,
    "window": 1,
    "passes": 1,
    "gate": 2,
    "gate_simulations": 2,
    "anchor": 0,
}
MOST_DECAY = 100.0  # which leaves four fifths of a weight after each of the first steps
STEP = 1 << 32  # numbers of games: those of each round are apart


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """What was asked for."""

    game: str
    seed: int
    given: dict[str, Any] = {}
    seats: int | None = None
    width: int = 64
    simulations: int = 100  # a move, in self-play
    games: int = 1000  # a round
    window: int = 6  # rounds whose samples are used
    passes: int = 4  # through the samples, a round
    mix: float = 0.75  # the share of the result in a label
    decay: float = DECAY  # of the weights
    gate: int = 400  # games of the gate, at most
    gate_simulations: int = 200
    gate_seconds: float = 0.0  # of processor time, instead of simulations
    anchor: int = 40  # games against the anchor after each gate that was passed
    anchor_seconds: float = 0.02


def check_plan(plan: Plan) -> Plan:
    """The same plan; BadOption if something in it is not possible."""
    for name, least in LEAST.items():
        if getattr(plan, name) < least:
            option = name.replace("_", "-")
            raise BadOption(f"--{option} must be a number from {least}, not {getattr(plan, name)}")
    if not 0 <= plan.mix <= 1:
        raise BadOption(f"--mix must be a number from 0 to 1, not {plan.mix}")
    if not 0 <= plan.decay <= MOST_DECAY:
        raise BadOption(f"--decay must be a number from 0 to {MOST_DECAY}, not {plan.decay}")
    if not 0 <= plan.gate_seconds < math.inf:
        raise BadOption(f"--gate-seconds must be a number from 0, not {plan.gate_seconds}")
    check_positive("--anchor-seconds", plan.anchor_seconds)
    check_seed(plan.seed)
    game = find(plan.game)
    check(game)
    begin(game, plan.given, plan.seats, random.Random(plan.seed))
    return plan


class Round(Struct, frozen=True):
    """What came out of a round."""

    number: int
    samples: int  # in the window
    loss: float  # log loss of held-out games
    fitted: float  # and of those that the net has learned from
    gate_games: int
    gate_points: float
    gate_ratio: float
    decided: bool
    passed: bool
    anchor_games: int
    anchor_points: float
    seconds: float  # since the beginning, of all sessions

    @property
    def score(self) -> float:
        return self.gate_points / self.gate_games if self.gate_games else 0.5

    @property
    def elo(self) -> float | None:
        """Against the anchor."""
        return elo(self.anchor_points / self.anchor_games) if self.anchor_games else None


class OutOfTime(Exception):
    """The hours are used up."""


Tell = Callable[[str, int, int], None]  # what is being done, how much of it, of how much


def silent(what: str, done: int, whole: int) -> None:
    """The default."""


class Learning:
    """Opened by `create` or `resume`."""

    def __init__(self, path: Path, plan: Plan, rounds: list[Round], tell: Tell = silent) -> None:
        self.path, self.plan, self.rounds, self.tell = path, plan, rounds, tell
        self.game = find(plan.game)
        check(self.game)
        self._at_a_time = QUICK_AT_A_TIME if quick(self.game) else AT_A_TIME
        self._before = _seconds(path / CLOCK)
        self._began = time.monotonic()
        self._end = float("inf")

    @classmethod
    def create(cls, path: Path, plan: Plan) -> "Learning":
        check(find(plan.game))
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise BadOption(f"--out: {path} is not empty; to continue the run in it, use --resume {path}")
        (path / RUN).write_bytes(msgspec.json.format(msgspec.json.encode(plan)) + b"\n")
        return cls(path, plan, [])

    @classmethod
    def resume(cls, path: Path) -> "Learning":
        if not (path / RUN).exists():
            raise BadOption(f"--resume: nothing was learned in {path}")
        plan = _decoded(path / RUN, (path / RUN).read_bytes(), Plan)
        log = path / ROUNDS
        rounds = [_decoded(log, line, Round) for line in _lines(log)]
        if [one.number for one in rounds] != list(range(1, len(rounds) + 1)):
            raise BadOption(f"{log}: there are rounds missing")
        return cls(path, plan, rounds)

    @property
    def seconds(self) -> float:
        """The time since the beginning, of all sessions."""
        return self._before + time.monotonic() - self._began

    def run(self, where: Executor, rounds: int | None = None, hours: float | None = None) -> None:
        """Continue until there are that many rounds, or for that many hours; those of earlier sessions count."""
        if hours is not None:
            self._end = hours * 3600
        try:
            while rounds is None or len(self.rounds) < rounds:
                self._heed()
                self._round(len(self.rounds) + 1, where)
        except OutOfTime:
            pass

    def _heed(self) -> None:
        if self.seconds > self._end:
            raise OutOfTime

    # --- A round -----------------------------------------------------------------------------------------------------

    def _round(self, number: int, where: Executor) -> None:
        folder = self.path / f"round-{number:03}"
        folder.mkdir(exist_ok=True)
        best = self.best()
        self._play(number, folder, best, where)
        newest, samples, measured = self._train(number, folder)
        gate = self._gate(number, folder, newest, best, where)
        against = self._anchor(number, folder, newest, where) if gate.passed else Verdict(0, 0.0, 0.0, False)
        done = Round(
            number=number,
            samples=samples,
            loss=round(measured[0], 6),
            fitted=round(measured[1], 6),
            gate_games=gate.games,
            gate_points=gate.points,
            gate_ratio=round(gate.ratio, 4),
            decided=gate.decided,
            passed=gate.passed,
            anchor_games=against.games,
            anchor_points=against.points,
            seconds=round(self.seconds, 1),
        )
        with (self.path / ROUNDS).open("ab") as log:
            log.write(msgspec.json.encode(done) + b"\n")
        self.rounds.append(done)
        self.finish()
        verdict_in_words = "passed" if gate.passed else "did not pass"
        score = f"{done.score:.1%} of {gate.games} games"
        self.tell(f"round {number}: loss {done.loss:.4f}, {verdict_in_words} its gate with {score}", 1, 1)
        for old in (self.path / f"round-{number - self.plan.window:03}").glob("games-*.npz"):
            old.unlink()

    def best(self) -> Net:
        """The net of the last round that passed its gate; before that none, so that the game's own opinion counts."""
        passed = [one.number for one in self.rounds if one.passed]
        return self._read(self.path / f"round-{passed[-1]:03}" / NEWEST) if passed else NONE

    def _play(self, number: int, folder: Path, best: Net, where: Executor) -> None:
        """The games of a round that are still missing."""
        plan = self.plan
        first = number * STEP
        jobs = []
        for at in range(first, first + plan.games, self._at_a_time):
            if not (folder / _name(at - first)).exists():
                games = min(self._at_a_time, first + plan.games - at)
                own = plan.game, plan.given, plan.seats, plan.seed, plan.simulations
                jobs.append(Lesson(at, games, *own, best))
        done = -(-plan.games // self._at_a_time) - len(jobs)
        with closing(where.run(learn, jobs)) as results:
            for at, samples in results:
                _keep(folder / _name(at - first), samples)
                done += 1
                self.tell(f"round {number}: self-play", min(plan.games, done * self._at_a_time), plan.games)
                self._heed()

    def _train(self, number: int, folder: Path) -> tuple[Net, int, tuple[float, float]]:
        """The newest net, how many samples there were, and the loss in games that were held out, and in the others."""
        plan = self.plan
        samples = self._samples(number)
        apart = samples.games % HELD_OUT == 0
        held, learned = chosen(samples, apart), chosen(samples, ~apart)
        if not learned.size:
            raise BadOption("no game had a position to learn from; ask for more games (--games)")
        file = folder / NEWEST
        if file.exists():
            newest = self._read(file)
        else:
            self.tell(f"round {number}: training", 0, 1)
            earlier = self.path / f"round-{number - 1:03}" / NEWEST
            inputs = contract.inputs_of(self.game.rules.STATE)
            net = self._read(earlier) if number > 1 else fresh(inputs, plan.width, plan.seed)
            newest = train(net, learned, plan.mix, plan.seed + number, plan.passes, decay=plan.decay)
            _whole(file, lambda part: save(part, newest, f"round {number}"))
            self.tell(f"round {number}: training", 1, 1)
        return newest, samples.size, (loss(newest, held).log, loss(newest, learned).log)

    def _samples(self, number: int) -> Samples:
        """Those of the last rounds, in the order of their games."""
        parts = []
        for one in range(max(1, number - self.plan.window + 1), number + 1):
            folder = self.path / f"round-{one:03}"
            parts += [_kept(folder / _name(at)) for at in range(0, self.plan.games, self._at_a_time)]
        return joined(parts)

    def _gate(self, number: int, folder: Path, newest: Net, best: Net, where: Executor) -> Verdict:
        """Let the newest net meet the best one, until it is decided."""
        one = Thinker(newest, simulations=self.plan.gate_simulations, seconds=self.plan.gate_seconds)
        pair = one, one._replace(net=best)
        return self._meet(number, folder / GATE, pair, self.plan.gate // 2, True, where)

    def _anchor(self, number: int, folder: Path, newest: Net, where: Executor) -> Verdict:
        """Let the newest net meet the anchor, at equal processor time."""
        seconds = self.plan.anchor_seconds
        pair = Thinker(newest, seconds=seconds), Thinker(NONE, ANCHOR, seconds=seconds)
        return self._meet(number, folder / ANCHORED, pair, self.plan.anchor // 2, False, where)

    def _meet(
        self, number: int, log: Path, pair: tuple[Thinker, Thinker], most: int, sequential: bool, where: Executor
    ) -> Verdict:
        plan = self.plan
        scores = {int(one[0]): list(one[1]) for one in (_decoded(log, line, list[Any]) for line in _lines(log))}
        what = f"round {number}: {'gate' if sequential else 'anchor'}"
        seed = plan.seed + number * STEP
        jobs = [Match(one, plan.game, plan.given, plan.seats, seed, pair) for one in range(most) if one not in scores]
        found = _prefix(scores)
        with closing(where.run(meet, jobs)) as results, log.open("ab") as file:
            while not (sequential and found.decided):
                result = next(results, None)
                if result is None:
                    break
                scores[result[0]] = result[1]
                file.write(msgspec.json.encode(result) + b"\n")
                file.flush()
                self.tell(what, 2 * len(scores), 2 * most)
                self._heed()
                found = _prefix(scores)
        if sequential:
            return found
        return Verdict(2 * most, sum(map(sum, scores.values())), 0.0, False)

    def _read(self, path: Path) -> Net:
        try:
            net, _ = load(path)
            scratch(self.game.rules.STATE, net)
        except BadNet as error:
            raise BadOption(f"this checkpoint is damaged, or of other rules: {error}") from None
        return net

    # --- Results -----------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Write the best net and the curves, as far as it has come."""
        from tesserae.lab.curves import curves

        _whole(self.path / CLOCK, lambda part: part.write_text(f"{self.seconds:.1f}\n", "utf-8"))
        if any(one.passed for one in self.rounds):
            best = self.best()
            _whole(self.path / NET, lambda part: save(part, best, self.about(), half=True))
        if self.rounds:
            (self.path / CURVES).write_text(curves(self.rounds, self.game.title), "utf-8")

    def about(self) -> str:
        """How the net was made: the command, the seed, the hours and the gates."""
        plan = self.plan
        return "\n".join(
            [
                f"{self.game.title}: a net with {plan.width} hidden units, made by",
                f"  {command(plan)} --rounds {len(self.rounds)}",
                f"in {self.seconds / 3600:.2f} hours, with seed {plan.seed}.",
                "",
                *table(self.rounds),
            ]
        )


def _prefix(scores: dict[int, list[float]]) -> Verdict:
    """The verdict after the pairs from the first to the one before the first that is missing."""
    known: list[list[float]] = []
    while len(known) in scores:
        known.append(scores[len(known)])
    return verdict(known)


def command(plan: Plan) -> str:
    """The command that makes such a run, without its length."""
    usual = Plan(plan.game, plan.seed)
    words = [f"tesserae learn {plan.game} --seed {plan.seed}"]
    words += [f"--{name.replace('_', '-')} {value}" for name, value in plan.given.items()]
    for name in Plan.__struct_fields__:
        value = getattr(plan, name)
        if name not in ("game", "seed", "given") and value != getattr(usual, name):
            words.append(f"--{name.replace('_', '-')} {value}")
    return " ".join(words)


def table(rounds: Sequence[Round]) -> list[str]:
    """The rounds as lines of a table."""
    lines = ["round  samples   loss  gate games  score  passed  Elo against the anchor"]
    for one in rounds:
        passed = "yes" if one.passed else "no"
        rating = "" if one.elo is None else f"{one.elo:+.0f}"
        lines.append(
            f"{one.number:>5} {one.samples:>8} {one.loss:>6.4f} {one.gate_games:>11} {one.score:>6.1%} {passed:>7}"
            f" {rating:>23}".rstrip()
        )
    return lines


# --- Files -----------------------------------------------------------------------------------------------------------


def _name(number: int) -> str:
    return f"games-{number:06}.npz"


def _whole(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file so that there is never half of it."""
    part = path.with_suffix(".part")
    write(part)
    part.replace(path)


def _keep(path: Path, samples: Samples) -> None:
    def write(part: Path) -> None:
        with part.open("wb") as file:
            np.savez_compressed(file, **samples._asdict())

    _whole(path, write)


def _kept(path: Path) -> Samples:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            return Samples(*(file[name] for name in Samples._fields))
    except Exception:  # a file that was damaged can fail in many ways
        raise BadOption(f"{path}: these samples are damaged or missing; delete the folder and begin anew") from None


def chosen(samples: Samples, which: Any) -> Samples:
    """Some of the samples."""
    lengths = np.diff(samples.begins)
    cells = np.repeat(which, lengths)
    begins = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths[which], dtype=np.int64)])
    return Samples(
        samples.places[cells],
        samples.amounts[cells],
        begins,
        samples.results[which],
        samples.values[which],
        samples.games[which],
    )


def _seconds(path: Path) -> float:
    """The time that earlier sessions took."""
    try:
        return float(path.read_text("utf-8")) if path.exists() else 0.0
    except ValueError:
        raise BadOption(f"{path}: this is not a number of seconds") from None


def _lines(log: Path) -> list[bytes]:
    """The whole lines of a file; one that was cut off is removed."""
    kept = log.read_bytes() if log.exists() else b""
    whole = kept[: kept.rfind(b"\n") + 1]
    if whole != kept:
        log.write_bytes(whole)
    return whole.splitlines()


def _decoded(path: Path, text: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise BadOption(f"{path}: {error}") from None
