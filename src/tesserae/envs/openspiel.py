"""The games for OpenSpiel: `register()` makes them pyspiel games, `pyspiel.load_game("tesserae_NAME", {…})` loads one.

OpenSpiel's algorithms in Python, such as MCTS and information-set MCTS, can play them. Its C++ ISMCTSBot crashes the
process on any game written in Python, because the state it resamples is not a C++ state; `check_bot` refuses it.

Chance: the only chance node of a game, at its beginning, chooses one of `deals` seeds, which are drawn from `seed`. All
later chance, such as reshuffling a deck, follows from that seed. pyspiel cannot serialise a game written in Python if
its chance is declared as sampled (it asks for the state of the generator, which only a C++ game has). So chance is
declared as explicit, with `deals` outcomes.
"""

import hashlib
import json
from functools import cache
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from tesserae.engine import batch as core
from tesserae.engine import contract
from tesserae.engine.rng import seed_rng
from tesserae.envs.setup import Setup, setup
from tesserae.envs.single import Single
from tesserae.errors import BadOption, check_whole
from tesserae.games import games
from tesserae.games.game import Game
from tesserae.state import State

PREFIX = "tesserae_"
DEALS = 1000
LONGEST = 100_000  # choices; more than any game has


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of Tesserae as one of OpenSpiel; each has a class of its own, made by `game_class`."""

    declared: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        declared = self.declared
        given = {**defaults(declared), **(params or {})}
        options = {option.name: option.read(plain(given[option.name])) for option in declared.options}
        self.setup: Setup = setup(declared.name, given["players"], options)
        self.seed, self.deals = given["seed"], given["deals"]
        check_whole("deals", self.deals)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.choices,
            max_chance_outcomes=self.deals,
            num_players=self.setup.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        kept = {
            name: guarded(plain(value)) if isinstance(value, str) else value for name, value in (params or {}).items()
        }
        super().__init__(game_type(declared), info, kept)

    def new_initial_state(self, *_: Any) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.setup, iig_obs_type, params)

    def deal(self, number: int) -> int:
        """The seed of a deal."""
        stream = np.zeros(4, np.int64)
        seed_rng(stream, self.seed, number)
        return int(core.fresh_seed(stream))


class SpielState(pyspiel.State):  # type: ignore[misc]  # likewise
    """A game at one moment; before the chance node it has not started."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.single = Single(game.setup)
        self.dealt = False
        # All actions: by whom, as everybody was told of it, and in full for those who know it.
        self.told: list[tuple[int, str, str]] = []

    def current_player(self) -> int:
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.single.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat == core.NOBODY else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.single.offered() if self.dealt and player == self.single.seat else []

    def _apply_action(self, choice: int) -> None:
        single = self.single
        if not self.dealt:
            single.start(self.get_game().deal(choice))
            self.dealt = True
            return
        seat = single.seat
        made = single.made.copy()
        code = core.choose(single.states[0], seat, made, choice)
        if code != core.MORE:
            text = single.setup.game.notation.write(code)
            self.told.append((seat, single.setup.game.forms.public(text), text))
        single.choose(choice)

    def _action_to_string(self, player: int, choice: int) -> str:
        """The action that the choice completes in the game's notation, or the number of the choice."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {choice}"
        code = core.MORE
        if choice in self._legal_actions(player):
            code = core.choose(self.single.states[0], player, self.single.made.copy(), choice)
        return str(choice) if code == core.MORE else self.single.setup.game.notation.write(code)

    def is_terminal(self) -> bool:
        return self.dealt and self.single.seat == core.NOBODY

    def returns(self) -> list[float]:
        return self.single.returns() if self.is_terminal() else [0.0] * self.single.setup.seats

    def knowledge(self, player: int, recall: bool) -> str:
        """What a player knows: what it sees and, with perfect recall, all actions as it was told of them. A hash of its
        hidden state is added, because a player knows things that the view does not show."""
        if not self.dealt:
            return f"{player}: nothing yet"
        single = self.single
        state = single.state()
        seen = json.dumps(state.view(player), separators=(",", ":"))
        if not recall:
            return seen
        chosen = single.made.tolist() if player == single.seat else []
        told = [[seat, whole if seat == player else public] for seat, public, whole in self.told]
        hidden = hashlib.blake2b(single.hidden(player).tobytes(), digest_size=16).hexdigest()
        return json.dumps([player, told, chosen, hidden, seen], separators=(",", ":"))

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A random world that looks the same to the player, each equally likely. The actions of the others are those
        that the player was told of."""
        other: SpielState = self.clone()
        rng = np.array([int(sampler() * (1 << 32)) & 0xFFFFFFFF for _ in range(4)], np.int64)
        rng[3] |= 1
        world = self.single.hidden(player)
        contract.imagine(world, player, rng)
        other.single.states = world
        other.told = [(seat, public, whole if seat == player else public) for seat, public, whole in self.told]
        return other

    def __deepcopy__(self, memo: Any) -> "SpielState":
        """Called by `clone`; without it, the game would be created anew each time."""
        copied: SpielState = self.get_game().deserialize_state(self.serialize())
        return copied

    def __str__(self) -> str:
        if not self.dealt:
            return "to be dealt"
        state: State = self.single.state()
        return state.game.text.draw(state.reveal(), False)


class Observer:
    """What a player observes, as numbers and as text."""

    def __init__(self, setup: Setup, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise BadOption(f"an observer of these games has no parameters, such as {params}")
        self.tensor = np.zeros(setup.size, np.float32)
        self.dict = {"observation": self.tensor.reshape(setup.shape)}
        self._recall = bool(iig_obs_type and iig_obs_type.perfect_recall)

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = 0.0
        if state.dealt:
            self.tensor[:] = state.single.look(player)[0].ravel()

    def string_from(self, state: SpielState, player: int) -> str:
        return state.knowledge(player, self._recall)


def defaults(game: Game) -> dict[str, Any]:
    """The parameters of a game: numbers of players and of deals, the seed of the deals, and its options."""
    options = {option.name: typed(option.write(option.default)) for option in game.options}
    return {"players": game.seats[0], "seed": 0, "deals": DEALS, **options}


def typed(text: str) -> str | bool | int:
    """A text, converted to the type that OpenSpiel takes it for."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


def guarded(text: str) -> str:
    """A text that OpenSpiel always reads as one text; `plain` undoes it."""
    if isinstance(typed(text), str):
        return quote(text, safe=" ;:")
    return "".join(f"%{ord(letter):02X}" for letter in text)


def plain(value: str | bool | int) -> str:
    return str(value).lower() if isinstance(value, bool) else unquote(str(value))


@cache
def game_type(game: Game) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(game),
        default_loadable=True,
    )


def game_class(game: Game) -> type[SpielGame]:
    """Creates a game when pyspiel loads it. pyspiel releases it only after the interpreter has ended; a class survives
    that, a function does not."""
    return type(f"Spiel{game.title.replace(' ', '')}", (SpielGame,), {"declared": game})


def register() -> tuple[str, ...]:
    """Register all games with pyspiel; returns their names there. It can be called more than once."""
    known = set(pyspiel.registered_names())
    names = []
    for game in games():
        kind = game_type(game)
        names.append(kind.short_name)
        if kind.short_name not in known:
            pyspiel.register_game(kind, game_class(game))
    return tuple(names)


def check_bot(bot: object) -> None:
    """Raises BadOption for a bot of OpenSpiel that cannot play games written in Python."""
    if isinstance(bot, pyspiel.ISMCTSBot):
        raise BadOption("the ISMCTSBot of C++ crashes on games written in Python; take open_spiel.python's")
