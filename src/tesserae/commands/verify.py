"""`tesserae verify`: that a finished match was dealt and played fairly."""

import argparse
from pathlib import Path

from tesserae.commands import Commands
from tesserae.errors import BadRecord


def add(commands: Commands) -> None:
    verify = commands.add_parser("verify", help="check the deal and every move of a match from its record")
    verify.set_defaults(run=verify_record)
    verify.add_argument("file", type=Path)


def verify_record(options: argparse.Namespace) -> int:
    """The commitment from the secret, the seed from secret and words, and the whole game from the seed."""
    from tesserae import record
    from tesserae.play import chance

    loaded = record.read(options.file.read_text("utf-8-sig"))
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
    if loaded.outcome is None:
        raise BadRecord(1, "the header has no line outcome: …")
    loaded.final()
    print(f"commitment {loaded.chance.commitment}")
    print(f"seed {game.seed}, from the secret and the words {', '.join(map(repr, loaded.chance.words))}")
    print(f"{len(loaded.actions)} actions, all legal; the outcome is as it is written")
    return 0
