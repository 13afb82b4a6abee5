"""Playing in a terminal: people at one keyboard, and bots."""

import shutil
import sys
import textwrap
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tesserae import record
from tesserae.bots import RANDOM, Bot, bot
from tesserae.console import NOTHING_TYPED, WELCOME, Left, closing, prompt
from tesserae.errors import Refused
from tesserae.games.words import say_all
from tesserae.play.foretelling import promise
from tesserae.state import State, effects_between
from tesserae.thinking import advice, bar, consider

PERSON = "person"
ADVISER = "master"  # the level that gives hints
SHORT = 40  # a list of actions up to this long is shown whole
PAUSE = 1.5  # seconds for which a bot's step stays visible in a game of memory
CLEAR = "\033[2J\033[3J\033[H"
HELP = """\
  MOVE         make a move, written as in the list
  ?            list your legal moves; ? HEADING lists one part of a long list
  why MOVE     say whether a move is allowed and, if not, why
  hint         show what a master would do; Ctrl-C stops its thinking with the hint so far
  referee MOVE act as the referee, in a game that has one
  board        show the board again
  save FILE    save the game so far to a file
  quit         stop; the game can be continued
  Ctrl-C       the same, also while a bot is thinking about its move"""


class TerminalGame:
    """One game between people at this keyboard and bots."""

    def __init__(self, state: State, players: Sequence[str], colour: bool, save: Path | None, seconds: float) -> None:
        self.state = state
        self.players = list(players)
        self.colour = colour
        self.save = save
        self.live = sys.stdout.isatty()
        self.bots: dict[str, Bot] = {  # each may have several seats
            level: bot(state.game.name, level, seconds, seed=state.seed) for level in set(players) - {PERSON}
        }
        self.adviser = bot(state.game.name, ADVISER, seconds, seed=state.seed)
        self.people = [seat for seat, player in enumerate(players) if player == PERSON]
        self.waited = False  # whether the person who could act now has let the bots go first
        self.at_keyboard: int | None = self.people[0] if len(self.people) == 1 else None

    def run(self) -> bool:
        """Play until the end; False if the players left early."""
        print(f"{self.state.game.title}, seed {self.state.seed}.")
        print(self.state.game.text.LEGEND)
        print(WELCOME)
        try:
            while self.state.actors:
                self.step()
        except (Left, KeyboardInterrupt, EOFError, UnicodeDecodeError):
            self.leave()
            return False
        self.finish()
        return True

    def step(self) -> None:
        """One action of a seat that is to act. Bots go first, unless a person may act, too, and wants to."""
        actors = self.state.actors
        bots = [seat for seat in actors if seat not in self.people]
        people = [seat for seat in actors if seat in self.people]
        if people and not (bots and self.waited):
            seat = self.at_keyboard if self.at_keyboard in people else people[0]
            assert seat is not None
            self.hand_over(seat)
            self.waited = not self.ask(seat, may_wait=bool(bots))
            return
        self.waited = False
        action = self.think(bots[0])
        before = self.state.copy()
        self.state.act(bots[0], action)
        if self.state.game.memory:  # shown for a moment
            self.show(None)
            time.sleep(PAUSE if self.live else 0)
        print(f"{self.name(bots[0])} plays {self.state.game.forms.public(action)}")
        self.tell(before)

    def think(self, seat: int) -> str:
        """A bot's choice, with a progress bar."""
        player = self.bots[self.players[seat]]
        if player.level == RANDOM:
            return player.choose(self.state, seat)
        with bar(f"{self.name(seat)} is thinking") as show:
            return player.choose(self.state, seat, show)

    def tell(self, before: State) -> None:
        """What the last action did, as the only person here may know it; if there are several, as everybody may."""
        seat, action = self.state.history[len(before.history)]
        viewer = self.people[0] if len(self.people) == 1 else None
        for sentence in say_all(
            self.state.game, effects_between(before, self.state, seat, action, viewer), self.state.game.side
        ):
            print(f"  {sentence}")

    def hand_over(self, seat: int) -> None:
        """Clear the screen between people who must not see each other's view."""
        if seat != self.at_keyboard:
            if self.state.game.secrets and self.at_keyboard is not None:
                prompt("Your turn is over. Press Enter to clear the screen. ")
            if self.state.game.secrets:
                self.clear()
                prompt(f"{self.name(seat)}, take the keyboard and press Enter. ")
            self.at_keyboard = seat
        self.show(seat)

    def clear(self) -> None:
        print(CLEAR if self.live else "\n" * 60, end="")

    def show(self, seat: int | None) -> None:
        if self.state.game.memory and self.state.history:
            self.clear()
        print()
        print(self.state.game.text.draw(self.state.view(seat), self.colour))
        print()

    def join_in(self) -> None:
        """Repeat an action that one person does for everybody at this keyboard."""
        _, action = self.state.history[-1]
        if self.state.game.forms.read(action).form.together:
            for other in self.people:
                if self.state.why(other, action) is None:
                    self.state.act(other, action)

    def ask(self, seat: int, may_wait: bool) -> bool:
        """Read input until an action is accepted; False if the player lets others who may act, too, go first."""
        while True:
            line = prompt(f"{self.name(seat)}{' (Enter: let the others continue)' * may_wait}> ").strip()
            command, _, rest = line.partition(" ")
            match command.lower():
                case "" if may_wait:
                    return False
                case "":
                    print(NOTHING_TYPED)
                case "?":
                    self.list(seat, rest.strip())
                case "help":
                    print(f"{self.state.game.text.LEGEND}\n{HELP}")
                case "why":
                    refused = self.state.why(seat, rest)
                    print(f"{refused} ({refused.rule})" if refused else f"{rest.strip()} is allowed.")
                case "hint":
                    print(advice(ADVISER, self.state, consider(self.adviser, self.state, seat), promise))
                case "board":
                    self.show(seat)
                case "save":
                    self.write(Path(rest.strip() or self.default_path()))
                case "quit":
                    raise Left
                case word:
                    before = self.state.copy()
                    try:
                        self.state.act(None if word == "referee" else seat, rest if word == "referee" else line)
                        self.tell(before)
                        self.join_in()
                        return True
                    except Refused as refused:
                        print(f"{refused} ({refused.rule})")

    def list(self, seat: int, wanted: str) -> None:
        """Print the legal actions under their headings; if there are many, only the headings, unless one is given."""
        groups: dict[str, list[str]] = {}
        game = self.state.game
        for action in self.state.legal(seat):
            groups.setdefault(game.text.heading(game.forms.read(action)), []).append(action)
        with suppress(Refused):  # for what is not a square
            if text := self.state.inspect(seat, wanted).get("text"):
                print(text)
        chosen = {key: actions for key, actions in groups.items() if wanted.lower() in ("", key.lower())}
        if not chosen:
            print(f"Nothing is listed under {wanted}; the headings are: {', '.join(groups)}.")
        elif not wanted and sum(map(len, groups.values())) > SHORT:
            print("\n".join(f"  {key}: {len(actions)}, such as {actions[0]}" for key, actions in groups.items()))
            print("Type ? and one of these for its list.")
        else:
            width = shutil.get_terminal_size().columns
            for key, actions in chosen.items():
                print(textwrap.fill(f"  {key}: {' '.join(actions)}", width, subsequent_indent="    "))

    def leave(self) -> None:
        print()
        path = self.keep()
        if path:
            print(f"To continue: tesserae play --resume {path}")

    def keep(self) -> Path | None:
        """Save the game to its file or, if that fails, to the current folder; None if both fail."""
        here = Path(self.default_path())
        return next((path for path in dict.fromkeys((self.save or here, here)) if self.write(path)), None)

    def finish(self) -> None:
        self.show(None)
        print(closing(self.state.outcome, self.name))
        if self.save:
            self.keep()

    def write(self, path: Path) -> bool:
        """Save the game; False if that fails."""
        try:
            path.write_text(record.write(self.state, self.players), "utf-8")
        except (OSError, ValueError) as error:
            print(f"The game cannot be written: {error}")
            return False
        print(f"The game so far is in {path}.")
        return True

    def default_path(self) -> str:
        return f"{self.state.game.name}-{self.state.seed}.txt"

    def name(self, seat: int) -> str:
        side = self.state.game.side(seat)
        return side if self.players[seat] == PERSON else f"{side} ({self.players[seat]})"
