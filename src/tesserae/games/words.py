"""Turns effects into sentences, with the game's catalogue `web/lang/LANG.json`.

The key of a sentence is `effect.KIND.CAUSE`. If the effect has one of the fields `to` or `toward` of a removal, that
key followed by `.to` or `.toward` is tried first; a key with the forms `.one` and `.other` is chosen by the number `n`.
The placeholders of a sentence are the fields of the effect, by their names in JSON, and

- `who`: the seat or side that it is about; the winners at the end;
- `pieces`, `piece`: in words. `pieces.X` is a number of pieces of a kind (with `.one` and `.other`), `piece.X` the name
  of one; a text of several letters that has no name of its own is taken letter by letter, and one of several words,
  such as `gX: bC wT`, word by word;
- `squares`: all of them, `first` and `last`: the ends of the list (of `area`, too);
- `n`: how many pieces, points or squares.
"""

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from tesserae.games.effects import Effect
from tesserae.games.game import Game

AND = {"en": " and ", "de": " und "}  # other languages get a comma
Who = Callable[[int], str]


@cache
def catalogue(package: str, lang: str) -> dict[str, str]:
    """The texts of a game."""
    texts: dict[str, str] = json.loads(files(package).joinpath("web", "lang", f"{lang}.json").read_text("utf-8"))
    return texts


def say(game: Game, effect: Effect, lang: str = "en", who: Who | None = None) -> str:
    """The sentence for an effect; `who` gives the name of a seat."""
    texts = catalogue(game.package, lang)
    named = who or game.side
    fields: dict[str, Any] = msgspec.to_builtins(effect)
    squares = fields.get("squares", fields.get("area", []))
    pieces = fields.get("pieces", fields.get("piece", ""))
    words = {name: value for name, value in fields.items() if isinstance(value, str | int)}
    words["n"] = fields.get("n", fields.get("points", len(pieces) or len(squares)))
    words["pieces"] = words["piece"] = _pieces(texts, pieces, lang)
    words["squares"] = _listed(squares, lang)
    words["first"], words["last"] = (squares[0], squares[-1]) if squares else ("", "")
    seat = fields.get("owner", fields.get("seat"))
    words["who"] = _listed(map(named, fields.get("winners", [] if seat is None else [seat])), lang)
    if isinstance(fields.get("to"), int):
        words["to"] = named(fields["to"])
    key = f"effect.{fields['kind']}.{fields['cause']}"
    variants = [f"{key}.{name}" for name in ("to", "toward") if fields["kind"] == "removed" and name in fields]
    return _text(texts, [*variants, key], int(words["n"])).format_map(words)


def say_all(game: Game, effects: Iterable[Effect], who: Who | None = None, lang: str = "en") -> list[str]:
    """The sentences for effects; games of other packages may have no text for some."""
    told = []
    for effect in effects:
        with contextlib.suppress(KeyError, OSError):
            told.append(say(game, effect, lang, who))
    return told


def _text(texts: dict[str, str], keys: Iterable[str], n: int) -> str:
    """The text of the first key that has one, in the form for the number."""
    keys = list(keys)
    for key in keys:
        for id in (key, f"{key}.{'one' if n == 1 else 'other'}"):
            if id in texts:
                return texts[id]
    raise KeyError(f"no text for {keys[-1]}")


def _pieces(texts: dict[str, str], pieces: str, lang: str) -> str:
    """Pieces in words: two green pieces and a king."""
    if " " in pieces:
        head, colon, rest = pieces.rpartition(": ")
        named = ", ".join(_pieces(texts, piece, lang) for piece in rest.split())
        return _pieces(texts, head, lang) + colon + named if colon else named
    if f"piece.{pieces}" in texts:
        return _text(texts, [f"pieces.{pieces}", f"piece.{pieces}"], 1).format(n=1)
    kinds = Counter(pieces)
    try:
        return _listed((_text(texts, [f"pieces.{x}", f"piece.{x}"], n).format(n=n) for x, n in kinds.items()), lang)
    except KeyError:
        return pieces


def _listed(items: Iterable[str], lang: str) -> str:
    """a, b and c"""
    *most, last = list(items) or [""]
    return f"{', '.join(most)}{AND.get(lang, ', ')}{last}" if most else last
