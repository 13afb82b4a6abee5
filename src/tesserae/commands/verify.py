"""`tesserae verify`: checks that a finished match was dealt and played fairly."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tesserae.commands import Commands, add_command
from tesserae.errors import BadRecord

if TYPE_CHECKING:
    from tesserae.record import Origin, Record


def add(commands: Commands) -> None:
    verify = add_command(
        commands, "verify", "check the deal and every move of a match from its record", "tesserae verify game.txt"
    )
    verify.set_defaults(run=verify_record)
    verify.add_argument("file", type=Path)


def verify_record(options: argparse.Namespace) -> int:
    """Recompute the commitment from the secret, the seed from the secret and the words, and the game from the seed."""
    from tesserae import record

    loaded = record.read(options.file.read_text("utf-8-sig"))
    if loaded.outcome is None:
        raise BadRecord(1, "the header has no line outcome: …")
    told = check_past(loaded, loaded.past) if loaded.past is not None else check_chance(loaded)
    loaded.final()
    print("\n".join(told))
    print(f"{len(loaded.actions)} actions, all legal; the outcome is as recorded")
    return 0


def check_past(loaded: "Record", past: "Origin") -> list[str]:
    """A match that continues a finished game has the seed of that game, whose record can be verified."""
    if loaded.beginning.origin is not None:
        raise BadRecord(1, "a match that continues another cannot have a position")
    return [
        f"the first {past.actions} actions are of the game at table {past.table}",
        "the seed is of that game, known since its end: this match has committed to no chance of its own",
    ]


def check_chance(loaded: "Record") -> list[str]:
    from tesserae.play import chance

    game = loaded.beginning
    if loaded.chance is None:
        raise BadRecord(1, "this record has no lines commitment, secret and words, so its chance cannot be checked")
    try:
        secret = bytes.fromhex(loaded.chance.secret)
    except ValueError:
        raise BadRecord(1, "the secret is not made of hexadecimal digits") from None
    if len(secret) != chance.SECRET or len(loaded.chance.words) != game.seats or game.origin is not None:
        raise BadRecord(1, f"a match has a secret of {chance.SECRET} bytes, a word for each seat, and no position")
    if chance.commitment(secret) != loaded.chance.commitment:
        raise BadRecord(1, "the commitment is not that of the secret")
    if chance.seed(secret, loaded.chance.words) != game.seed:
        raise BadRecord(1, "the seed does not come from the secret and the words")
    return [
        f"commitment {loaded.chance.commitment}",
        f"seed {game.seed}, from the secret and the words {', '.join(map(repr, loaded.chance.words))}",
    ]
