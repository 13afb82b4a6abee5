"""A game from another package, in tests/plugin: played in the terminal, by bots and over the wire."""

import asyncio
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.server.wire import Device, Live
from tests.web.serving import Server

PACKAGE = Path(__file__).parent / "plugin"
SQUARES = [f"{file}{rank}" for rank in range(1, 5) for file in "abcd"]


def run(plugin: str, *arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """`tesserae` as somebody has it who has installed the package."""
    return subprocess.run(
        [sys.executable, "-m", "tesserae.cli", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": plugin, **environment},
        check=False,
    )


def test_it_is_listed_with_its_options_and_presets(plugin: str) -> None:
    said = run(plugin, "games")
    assert said.returncode == 0
    assert said.stderr == ""
    for text in ("treasure: Hide a treasure", "--preset king", "measure: whether a diagonal step"):
        assert text in said.stdout


def test_its_rules_are_in_the_rulebook(plugin: str) -> None:
    assert "treasure      Treasure" in run(plugin, "rules").stdout
    assert "Zwei Spieler verstecken" in run(plugin, "rules", "treasure", "--lang", "de").stdout
    assert run(plugin, "rules", "--rule", "TR-3", "--lang", "en").stdout.startswith("**TR-3** Then the players dig")


def test_it_is_played_to_its_end_in_the_terminal(plugin: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed = "? dig\nwhy dig b2\nhide b2\nhide c3\n" + "".join(f"dig {square}\n" for square in SQUARES)
    said = run(plugin, "play", "treasure", "--seed", "3", "--bot", "random", "--save", str(file), typed=typed)
    assert said.returncode == 0, said.stderr
    assert "First hide your treasure, as with hide b2. (TR-2)" in said.stdout
    assert "Your treasure is hidden already; now dig for the other's. (TR-2)" in said.stdout
    assert "plays hide ?" in said.stdout
    checked = run(plugin, "replay", "--check", str(file))
    assert "all legal" in checked.stdout
    assert "(found)" in checked.stdout or "(both)" in checked.stdout


def test_bots_play_it_and_thinking_helps(plugin: str, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    arguments = ["--games", "10", "--simulations", "300", "--workers", "1", "--seed", "1", "--json", str(file)]
    said = run(plugin, "arena", "treasure", "master", "random", *arguments)
    assert said.returncode == 0, said.stderr
    results = json.loads(file.read_text("utf-8"))
    assert len(results["games"]) == 10
    assert "master" in said.stdout


# --- Over the wire ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(plugin: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"), PYTHONPATH=plugin)
    server.start()
    server.wait_until_compiled()
    yield server
    server.stop()


def is_playing(live: Live) -> bool:
    return bool(live.table["status"] == "playing")


async def play(live: Live, chance: random.Random) -> str:
    """A seat plays at random to the end; what it did first."""
    first = ""
    while True:
        await live.until(lambda: live.table["status"] == "over" or live.seat in live.view["actors"])
        if live.table["status"] == "over":
            return first
        legal = await live.ask("legal", seat=live.seat)
        action = chance.choice(legal["actions"])
        first = first or action
        answer = await live.ask("act", seat=live.seat, actions=[action])
        assert answer["t"] == "event", answer


def test_it_is_played_to_its_end_over_the_wire(server: Server) -> None:
    """Two people, each on a connection of their own; neither is told where the other has hidden the treasure."""

    async def whole() -> None:
        async with Device(server.base) as ada, Device(server.base) as bo:
            table = await ada.table("treasure", ["me", "open"], options={"measure": "king"})
            await bo.post(f"/api/tables/{table}/join")
            lives = await ada.live(table), await bo.live(table)
            for live in lives:
                await live.until(partial(is_playing, live))
            hidden = await asyncio.gather(*[play(live, random.Random(seat)) for seat, live in enumerate(lives)])
            for live, own in zip(lives, hidden, strict=True):
                assert live.table["result"]["reason"] in ("found", "both")
                frames = [text for text in live.frames if json.loads(text)["t"] != "legal"]
                told = set(re.findall(r'"(hide [^"]+)"', "".join(frames)))
                assert {"hide ?"} <= told <= {"hide ?", own}
            page = await ada.get("/api/rulebook/en/treasure")
            assert "TR-5" in page["html"]

    asyncio.run(whole())


# --- What goes wrong -------------------------------------------------------------------------------------------------


def test_a_broken_package_beside_it_is_named_and_all_else_works(plugin: str, tmp_path: Path) -> None:
    about = tmp_path / "wreck-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: wreck\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[tesserae.games]\nwreck = wreck:GAME\n", "utf-8")
    (tmp_path / "wreck.py").write_text("raise RuntimeError('sunk')\n", "utf-8")
    said = run(os.pathsep.join((plugin, str(tmp_path))), "games")
    assert said.returncode == 0
    assert said.stderr == "the game wreck of the package wreck cannot be used: sunk\n"
    assert "treasure: Hide" in said.stdout


def broken(folder: Path, file: str, right: str, wrong: str) -> str:
    """The package with a mistake in it, installed by hand."""
    shutil.copytree(PACKAGE / "src", folder, dirs_exist_ok=True)
    about = folder / "tesserae_treasure-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tesserae-treasure\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[tesserae.games]\ntreasure = tesserae_treasure:GAME\n", "utf-8")
    path = folder / "tesserae_treasure" / file
    text = path.read_text("utf-8")
    assert text.count(right) == 1, right
    path.write_text(text.replace(right, wrong), "utf-8")
    return str(folder)


MISTAKES = [
    ("rules.py", '("ended", np.int8)', '("ended", np.int16)', "padding"),
    ("rules.py", '("first", np.int8)', '("size", np.int8)', "called like methods of np.record: size"),
    ("rules.py", "owner != seat and int(s.treasure[owner]) >= 0", "False", "all seats always know the same"),
    ("rules.py", "    s.rng[:] = 0\n", "", "hide does not blank the generator"),
    ("rules.py", "if int(s.treasure[owner]) == UNKNOWN:", "if owner > 1:", "the position of an imagined world"),
    ("rules.py", "in range(ACTIONS):", "in range(ACTIONS - 1, -1, -1):", "ascending"),
    ("position.py", "    only(fields, FIELDS)\n", "", "an unknown field of a position is accepted"),
    ("effects.py", 'Said("hide", seat)', 'Said("bury", seat)', "no text for effect.said.bury"),
    ("why.py", '"TR-3", "You', '"XX-3", "You', "is refused by XX-3"),
    ("notation.py", ', hides={"to": 0}', "", "a form tells seat"),
    ("notation.py", '"dig {to}"', '"dig {piece}"', "is of the forms none, not of one"),
    ("web/lang/de.json", '"reason.both"', '"reason.other"', "de.json has no text for reason.both"),
]


@pytest.mark.parametrize(("file", "right", "wrong", "said"), MISTAKES, ids=[said for *_, said in MISTAKES])
def test_the_checks_find_mistakes(tmp_path: Path, file: str, right: str, wrong: str, said: str) -> None:
    folder = broken(tmp_path, file, right, wrong)
    done = run(folder, "check", "treasure", NUMBA_DISABLE_JIT="1", XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert said in done.stdout + done.stderr
    assert done.returncode != 0
    assert not list((tmp_path / "cache").rglob("*.warm"))  # nothing was compiled


def test_mypy_says_what_a_game_lacks(tmp_path: Path) -> None:
    folder = broken(tmp_path, "text.py", "def heading(", "def headline(")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-warn-return-any", "--cache-dir", os.devnull]
    done = subprocess.run(
        [*command, str(tmp_path / "tesserae_treasure")],
        env={**os.environ, "MYPYPATH": f"{Path(__file__).parents[1] / 'src'}{os.pathsep}{folder}"},
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert 'Argument 6 to "Modules" has incompatible type Module; expected "TextModule"' in done.stdout
    assert "heading" in done.stdout
