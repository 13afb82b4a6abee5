"""The `tesserae` command."""

import argparse
import io
import os
import sys
import time
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

from tesserae import __version__
from tesserae.commands import (
    add_command,
    arena,
    backup,
    check,
    compiling,
    count,
    doctor,
    export,
    hint,
    join,
    lab,
    learn,
    report,
    rules,
    serve,
    solve,
    verify,
)
from tesserae.commands.compiling import compile_games, prepare
from tesserae.commands.drawing import add_colour, wants_colour
from tesserae.commands.starting import add_start, start_game
from tesserae.console import closing
from tesserae.errors import BadOption, BadPosition, BadRecord
from tesserae.games import games
from tesserae.games.game import Game

COMMANDS = (
    serve,
    join,
    rules,
    backup,
    arena,
    lab,
    learn,
    hint,
    solve,
    count,
    report,
    verify,
    export,
    check,
    compiling,
    doctor,
)
LEVEL = "club"  # the default level and seconds of bots
SECONDS = 1.0
SHELLS = ("bash", "zsh", "tcsh")  # shells that shtab supports


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit code; 2, with a message on standard error, if it could not run."""
    open_streams()
    options = parser().parse_args(arguments)
    try:
        run: Callable[[argparse.Namespace], int] = options.run
        code = run(options)
        sys.stdout.flush()
        return code
    except (BadOption, BadPosition, BadRecord) as error:
        print(f"tesserae: {error}", file=sys.stderr)
    except BrokenPipeError:  # the reader of the output, such as `head`, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"tesserae: {error.filename or 'output'}: {error.strerror}", file=sys.stderr)
    except UnicodeDecodeError:
        print("tesserae: that is not a text file", file=sys.stderr)
    except KeyboardInterrupt:
        print(file=sys.stderr)
    return 2


def open_streams() -> None:
    """Treat a closed standard stream as an empty one, and show characters that the terminal does not have as `?`."""
    if sys.stdin is None:
        sys.stdin = io.StringIO()
    if sys.stdout is None:
        sys.stdout = io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="tesserae", description="Four abstract board games: play, replay, measure.")
    top.add_argument("--version", action="version", version=f"tesserae {__version__}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")

    listing = add_command(commands, "games", "list the games and their options", "tesserae games")
    listing.set_defaults(run=list_games)

    play = add_command(
        commands,
        "play",
        "play in the terminal",
        "tesserae play",
        "tesserae play GAME --bot expert --seconds 3",
        "tesserae play GAME --people 2",
        "tesserae play --resume game.txt",
    )
    play.set_defaults(run=play_game, game=None)
    _playing(play)
    play.add_argument("--resume", type=Path, metavar="FILE", help="continue a saved game")
    kinds = play.add_subparsers(title="games", metavar="GAME")
    for game in games():
        kind = kinds.add_parser(game.name, help=game.about)
        _playing(kind)
        kind.add_argument(
            "--people", type=int, default=1, help="how many seats are people at this keyboard (default 1)"
        )
        kind.add_argument("--bot", default=LEVEL, metavar="LEVEL", help=f"how well the others play (default {LEVEL})")
        add_start(kind, game)

    replay = add_command(
        commands,
        "replay",
        "step through a saved game, or check it",
        "tesserae replay game.txt",
        "tesserae replay game.txt --check",
    )
    replay.set_defaults(run=replay_game)
    replay.add_argument("file", type=Path)
    replay.add_argument("--check", action="store_true", help="check every move without showing the game")
    replay.add_argument("--seat", type=int, help="show what this seat saw (default: everything)")
    add_colour(replay)

    for command in COMMANDS:
        command.add(commands)

    warm = add_command(
        commands,
        "warmup",
        "make all games native for this processor now, so that they start quickly later",
        "tesserae warmup",
    )
    warm.set_defaults(run=warm_up)

    completion = add_command(
        commands,
        "completion",
        "print a script for command-line completion in your shell",
        "tesserae completion bash > ~/.local/share/bash-completion/completions/tesserae",
        "tesserae completion zsh > ~/.zfunc/_tesserae",
    )
    completion.set_defaults(run=complete)
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    return top


def _playing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--save", type=Path, metavar="FILE", help="save the game to a file when it ends")
    parser.add_argument(
        "--seconds",
        type=float,
        default=argparse.SUPPRESS,  # otherwise an option before the name of the game would be lost
        metavar="S",
        help=f"thinking time of a bot per move (default {SECONDS}); weak levels use only a part of it",
    )
    add_colour(parser)


def list_games(options: argparse.Namespace) -> int:
    for game in games():
        print(f"{game.name}: {game.about}")
        print(f"  seats: {', '.join(map(str, game.seats))}")
        for preset in game.presets:
            print(f"  --preset {preset.name}: {preset.title}. {preset.about}")
        for option in game.options:
            print(f"  {option.name}: {option.help}")
            print(f"    {option.allowed}; default {option.write(option.default)}")
    return 0


def play_game(options: argparse.Namespace) -> int:
    from tesserae import record
    from tesserae.bots import LEVEL_NAMES
    from tesserae.terminal import PERSON, TerminalGame

    seconds = getattr(options, "seconds", SECONDS)

    if options.resume:
        loaded = record.read(options.resume.read_text("utf-8-sig"))
        compile_games([loaded.beginning.game])
        state = loaded.final()
        if state.outcome is None and loaded.result(state) is not None:
            raise BadOption("that game ended by resignation or an agreed draw; it cannot be continued")
        players = loaded.players or [PERSON] * state.seats
        if len(players) != state.seats or not set(players) <= {PERSON, *LEVEL_NAMES}:
            kinds = ", ".join((PERSON, *LEVEL_NAMES))
            raise BadOption(f"players: {', '.join(players)} is not one of these for each of the seats: {kinds}")
        save = options.save or options.resume
    else:
        game = options.game or choose_game()
        compile_games([game])
        state = start_game(game, options)
        people = getattr(options, "people", 1)
        if not 0 <= people <= state.seats:
            raise BadOption(f"--people must be a whole number from 0 to {state.seats}, not {people}")
        players = [PERSON] * people + [getattr(options, "bot", LEVEL)] * (state.seats - people)
        save = options.save
    TerminalGame(state, players, wants_colour(options), save, seconds).run()
    return 0


def choose_game() -> Game:
    """Ask which game to play, unless there is only one."""
    offered = games()
    for number, game in enumerate(offered, 1):
        print(f"{number}  {game.title}: {game.about}")
    while len(offered) > 1:
        try:
            answer = input("Which game? ").strip().lower()
        except EOFError:
            raise KeyboardInterrupt from None
        for number, game in enumerate(offered, 1):
            if answer in (str(number), game.name, game.title.lower()):
                return game
    return offered[0]


def replay_game(options: argparse.Namespace) -> int:
    from tesserae import record

    loaded = record.read(options.file.read_text("utf-8-sig"))
    if options.check:
        final = loaded.final()
        result = closing(loaded.result(final), final.game.side)
        print(f"{options.file}: {len(loaded.actions)} actions, all legal. {result}")
        return 0
    if options.seat is not None and not 0 <= options.seat < loaded.beginning.seats:
        raise BadOption(f"--seat must be a number from 0 to {loaded.beginning.seats - 1}, not {options.seat}")
    interactive = sys.stdin.isatty()
    last = len(loaded.actions) + sum(note.word == record.TAKEBACK for note in loaded.notes)
    for number, done in enumerate(chain([None], loaded.replay())):
        state = loaded.beginning if done is None else done.after
        if isinstance(done, record.Step):
            print(f"\n{number}. {'referee' if done.seat is None else state.game.side(done.seat)}: {done.action}")
        elif done is not None:
            print(f"\n{number}. taken back: {done.actions}")
        view = state.reveal() if options.seat is None else state.view(options.seat)
        print(state.game.text.draw(view, wants_colour(options)))
        if interactive and number < last:
            try:
                input("Press Enter for the next move. ")
            except EOFError:
                return 0
    print(closing(loaded.result(state), state.game.side))
    return 0


def complete(options: argparse.Namespace) -> int:
    import shtab

    print(shtab.complete(parser(), shell=options.shell))
    return 0


def warm_up(options: argparse.Namespace) -> int:
    began = time.perf_counter()
    prepare()
    print(f"Ready after {time.perf_counter() - began:.1f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
