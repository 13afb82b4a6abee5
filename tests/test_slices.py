"""Nothing outside a game's own folder knows the game: neither by its name nor by the id of one of its rules.

Exceptions: the list of the built-in names in `games/__init__.py`, and texts for people (docstrings, comments, Markdown,
catalogues), where a name may stand as an example.
"""

import ast
import re
from pathlib import Path

import pytest

from tesserae import games
from tesserae.games.game import Game

HOUSE = Path(games.__file__).parents[1]
BUILT_IN = tuple(game for game in games.games() if game.name in games.NAMES)

SOURCES = [
    path
    for kind in ("*.py", "*.js", "*.ts", "*.css", "*.html", "pages.json")
    for path in sorted(HOUSE.rglob(kind))
    if not any(path.is_relative_to(HOUSE / "games" / game.name) for game in BUILT_IN)
]
ANY = "|".join(game.name for game in BUILT_IN)
NAME = re.compile(rf"(?<![\w ])({ANY})(?![\w ])")
WORD = re.compile(rf"(?<![A-Za-z])({ANY})(?![A-Za-z])")
TITLE = re.compile(rf"\b({'|'.join(game.title for game in BUILT_IN)})\b(?!\[)")
RULE = re.compile(rf"\b({'|'.join(game.prefix for game in BUILT_IN)})-\d")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$|\s//\s.*?$", re.DOTALL | re.MULTILINE)


def imported(tree: ast.AST) -> list[str]:
    """What a module imports, and the attributes that it uses."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            found += [f".{alias.name}." for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            found.append(f".{node.module}.")
        elif isinstance(node, ast.Attribute):
            found.append(f".{node.attr}.")
    return found


def texts(tree: ast.AST) -> list[str]:
    """The texts of a module that are no docstrings."""
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
    ]


def known(path: Path) -> set[str]:
    """What a source knows of the games."""
    source = path.read_text("utf-8")
    found = [RULE.findall(source)]
    if path.suffix == ".py":
        tree = ast.parse(source)
        found += [NAME.findall(text) for text in (*imported(tree), *texts(tree))]
        found += [TITLE.findall(text) for text in texts(tree)]
    else:
        found += [WORD.findall(COMMENT.sub("", source))]
    return {word for some in found for word in some}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_source_of_the_house_knows_a_game(path: Path) -> None:
    name = path.relative_to(HOUSE).as_posix()
    allowed = set(games.NAMES) if name == "games/__init__.py" else set()
    assert known(path) - allowed == set()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'if game == "symbol":\n    pass\n'),
        ("b.py", "from tesserae.games import sequence\n"),
        ("c.py", "import tesserae.games.consequence.rules\n"),
        ("d.py", 'FOLDER = "games/symbol_chain/data"\n'),
        ("e.py", "x = 1  # as SQ-15 says\n"),
        ("f.py", 'raise Refused("SY-4", "No.")\n'),
        ("g.py", 'title = "Symbol Chain"\n'),
        ("h.js", "const boards = { symbol: 1, other: 2 };\n"),
        ("i.css", ".board.consequence { color: red; }\n"),
    ],
)
def test_it_would_be_found(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert known(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", '"""Play consequence, for instance."""\nfrom collections.abc import Sequence\n'),
        ("b.py", "sequences = 0  # of actions; a sequence ends the game\n"),
        ("c.py", 'print("so many sequences of actions, in sequence of play")\n'),
        ("d.js", "// a sequence of steps\nconst steps = [Symbol.iterator];\n"),
    ],
)
def test_plain_words_are_no_games(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert known(tmp_path / name) == set()


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_games_have_the_same_shape(game: Game) -> None:
    folder = HOUSE / "games" / game.name
    modules = {"__init__", "rules", "notation", "position", "view", "why", "text", "effects", "mind", "picture"}
    assert {path.stem for path in folder.glob("*.py")} >= modules
    assert {path.name for path in (folder / "rulebook").iterdir()} >= {"en.md", "de.md", "boards.json"}
    web = {"board.js", "board.css", "guide.json", "miniature.js", "lang"}
    assert {path.name for path in (folder / "web").iterdir()} >= web
    assert {path.name for path in (folder / "web" / "lang").iterdir()} >= {"en.json", "de.json"}
