"""What a browser needs to play a game and to think about it: a WebAssembly module, the weights of nets in one file, and
a description of both for the loader (web/js/engine.js)."""

import gzip
import hashlib
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tesserae.bots import levels
from tesserae.engine import alphabeta, artefact, belief, contract, race, search, tree, wasm
from tesserae.engine.alphabeta import AlphaBetaSettings
from tesserae.engine.guided import PuctSettings
from tesserae.engine.jit import States
from tesserae.engine.net import Net
from tesserae.engine.playouts import ROOM
from tesserae.engine.race import RacingSettings
from tesserae.engine.search import MctsSettings
from tesserae.games.game import Game
from tesserae.games.level import STRONGEST

LEVELS = ("master", STRONGEST)  # others think like the first, but less long
SIZES = {
    "room": ROOM,
    "path": tree.DEEPEST,
    "pool": belief.SIZE,
    "looks": race.LOOKS,
    "perfect": search.PERFECT,
    "frames": alphabeta.DEEPEST,
    "slots": alphabeta.SLOTS,
    "history": alphabeta.HISTORY,
    "won": alphabeta.WON,
    "proved": alphabeta.PROVED,
    "unit": alphabeta.UNIT,
    "enter": alphabeta.ENTER,
}
KINDS: dict[type, str] = {
    MctsSettings: "mcts",
    PuctSettings: "puct",
    AlphaBetaSettings: "alphabeta",
    RacingSettings: "racing",
}
LAYOUTS = {"node": tree.NODE, "frame": alphabeta.FRAME, "slot": alphabeta.SLOT}


class File(NamedTuple):
    """A file for browsers, also compressed, and a name that is another one if the content is."""

    name: str
    content: bytes
    packed: bytes


class Files(NamedTuple):
    """All files of a game; the description has no addresses yet."""

    module: File
    weights: File
    description: dict[str, Any]

    def names(self) -> dict[str, str]:
        """The names of the files that the description refers to, by its fields."""
        return {"module": self.module.name, "weights": self.weights.name}


class _Weights:
    """The file of weights as it grows; each array is in it once."""

    def __init__(self) -> None:
        self.content = b""
        self._places: dict[tuple[bytes, tuple[int, ...]], int] = {}

    def place(self, array: NDArray[Any]) -> dict[str, Any]:
        """Where an array is."""
        content = array.tobytes()
        key = content, array.shape
        if key not in self._places:
            self.content += b"\0" * (-len(self.content) % 8)
            self._places[key] = len(self.content)
            self.content += content
        return {"at": self._places[key], "item": array.itemsize, "shape": list(array.shape)}

    def net(self, net: Net) -> dict[str, Any]:
        return {name: self.place(array) for name, array in net._asdict().items()}


@cache
def files(game: Game) -> Files:
    """The files of a game, made when they are first asked for: that takes a second, or up to a minute if the game must
    be compiled first."""
    found = [*artefact.of_package(game.package).whole(), *artefact.of_package(artefact.SHARED).whole()]
    weights = _Weights()
    description = _describe(game, found, weights)
    return Files(_file(wasm.module(found), "wasm"), _file(weights.content, "weights"), description)


def _file(content: bytes, ending: str) -> File:
    name = f"{hashlib.sha256(content).hexdigest()[:16]}.{ending}"
    return File(name, content, gzip.compress(content, 9, mtime=0))


def _describe(game: Game, found: list[artefact.Artefact], weights: _Weights) -> dict[str, Any]:
    dtype = game.blank().dtype
    searches: list[dict[str, Any]] = []
    presets = {}
    for preset in game.presets:
        seats = preset.seats or game.seats[0]
        options = game.encode(game.resolve(preset.options, seats))
        states = game.blank()
        contract.start(states, options, seats, 0)
        used = {}
        for level in LEVELS:
            settings = {**_settings(game, level, states, weights), "sides": contract.sides(states, seats)}
            if settings not in searches:
                searches.append(settings)
            used[level] = searches.index(settings)
        presets[preset.name] = {"seats": seats, "options": options.tolist(), "levels": used}
    return {
        "game": game.name,
        "record": dtype.itemsize,
        "inputs": contract.inputs_of(dtype),
        "entries": {name: entry for one in found for name, entry in wasm.entries(one.manifest).items()},
        "layouts": {name: _layout(layout) for name, layout in LAYOUTS.items()},
        "sizes": SIZES,
        "searches": searches,
        "presets": presets,
    }


def _layout(dtype: np.dtype[Any]) -> dict[str, Any]:
    """The bytes of a record, and the type and offset of each of its fields."""
    assert dtype.fields is not None
    fields = {name: [field.base.str, offset] for name, (field, offset, *_) in dtype.fields.items()}
    return {"bytes": dtype.itemsize, "fields": fields}


def _settings(game: Game, level: str, states: States, weights: _Weights) -> dict[str, Any]:
    """How a level searches from states like this one, as `Player` would."""
    found = levels.settings(game, level, states)
    told = {"kind": KINDS[type(found)], "settings": found.numbers._asdict(), "net": weights.net(found.net)}
    if isinstance(found, MctsSettings):
        told["belief"] = weights.net(found.belief)
    if isinstance(found, PuctSettings):
        told["preferences"] = weights.place(found.weights)
    return told
