"""Nothing outside a game's own folder knows the game: neither by its name nor by the id of one of its rules, nor by a
word of its notation. And only the parser of the forms, in Python and in the browser, takes the text of an action apart.

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
WORDS = "|".join(
    sorted({word for game in BUILT_IN for form in game.forms for word in (form.verb, *re.findall("[a-z]+", form.text))})
)
# What an action or a part of it is called where somebody looks at it; "cause", "kind" or "status" is something else.
SAID = r"(?:actions?|steps?|verb|text|move|last|made|told|said)"
COMPARED = re.compile(
    rf"""\b{SAID}\b[\w.?()\[\]]*\s*[!=]==?\s*["'`]({WORDS})["'`]|["'`]({WORDS})["'`]\s*[!=]==?\s*{SAID}\b"""
    rf"""|\b{SAID}[\w.]*\.(?:includes|indexOf|startsWith|endsWith)\(["'`]({WORDS})["'`]"""
)
TAKEN_APART = re.compile(
    r"""\b(?:action|step)\??\.(?:charAt|match|matchAll|replace|replaceAll|search|slice|split|substring)\("""
    r"""|\b(?:action|step)\??\.(?:endsWith|includes|indexOf|startsWith)\(["'`]"""
    r"""|\baction\[\d|\.(?:exec|test)\([^()]*\baction\b|\baction\s*===?\s*`|`\s*===?\s*(?:this\.)?action\b"""
)
TAKING = {
    "partition",
    "rpartition",
    "split",
    "rsplit",
    "startswith",
    "endswith",
    "replace",
    "find",
    "index",
    "removeprefix",
}
PARSERS = {"games/actions.py", "web/js/actions.js"}
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


def called(node: ast.AST) -> str:
    """The name of a variable or an attribute."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def constants(node: ast.AST) -> set[str]:
    """A text, or those of a tuple, list or set."""
    many = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return {one.value for one in many if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def compared(tree: ast.AST) -> set[str]:
    """Words of notation with which something that may be an action is compared."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(re.fullmatch(SAID, called(side)) for side in sides):
                found |= {text for side in sides for text in constants(side) if re.fullmatch(WORDS, text)}
    return found


def taken_apart(path: Path) -> set[str]:
    """Where a source takes the text of an action apart."""
    source = path.read_text("utf-8")
    if path.suffix != ".py":
        return {match[0] for match in TAKEN_APART.finditer(COMMENT.sub("", source))}
    found: set[ast.AST] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            own = node.func.attr in TAKING and called(node.func.value) == "action"
            if own or (called(node.func.value) == "re" and any(called(one) == "action" for one in node.args)):
                found.add(node)
        elif isinstance(node, ast.Subscript) and called(node.value) == "action":
            found.add(node)
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            found |= {node} if constants(node.left) and called(node.comparators[0]) == "action" else set()
    return {ast.unparse(node) for node in found}


def known(path: Path) -> set[str]:
    """What a source knows of the games."""
    source = path.read_text("utf-8")
    found = [RULE.findall(source)]
    if path.suffix == ".py":
        tree = ast.parse(source)
        found += [NAME.findall(text) for text in (*imported(tree), *texts(tree))]
        found += [TITLE.findall(text) for text in texts(tree)]
        found += [list(compared(tree))]
    else:
        bare = COMMENT.sub("", source)
        found += [WORD.findall(bare), ["".join(words) for words in COMPARED.findall(bare)]]
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
        ("j.js", 'const before = moves.filter((move) => move.action !== "end");\n'),
        ("k.js", 'if (actions.includes("pass")) go();\n'),
        ("l.js", 'steps.filter((step, n) => step !== "end" || !n);\n'),
        ("m.js", 'if (read(action).verb === "claim") go();\n'),
        ("n.py", 'done = action in ("end", "pass")\n'),
        ("o.py", 'done = state.last == "ready"\n'),
        ("p.py", 'done = "flip" == said.verb\n'),
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
        ("e.js", 'if (cause !== "end" && phase === "end") draw("ready");\n'),
        ("f.py", 'if effect.cause == "end" or what == "draw":\n    take("back")\n'),
    ],
)
def test_plain_words_are_no_games(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert known(tmp_path / name) == set()


SPEAKING = [
    *SOURCES,
    *(path for game in BUILT_IN for path in sorted((HOUSE / "games" / game.name).rglob("*.[pj][ys]"))),
]


@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: str(path.relative_to(HOUSE)))
def test_nobody_else_takes_an_action_apart(path: Path) -> None:
    assert path.relative_to(HOUSE).as_posix() in PARSERS or taken_apart(path) == set()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'card, _, square = action.partition("@")\n'),
        ("b.py", "placing = re.fullmatch(PLACING, action)\n"),
        ("c.py", "letter = action[1]\n"),
        ("d.py", 'def retractable(action: str) -> bool:\n    return "@" in action\n'),
        ("e.js", "const named = action.match(/[a-z]\\d+/g) ?? [];\n"),
        ("k.js", "const named = (action) => action.match(SQUARE) ?? [];\n"),
        ("f.js", "const [files] = DIRECTIONS[/>([NESW]+)$/.exec(action)?.[1]] ?? [];\n"),
        ("g.js", 'const claims = legal.filter((action) => action.startsWith("claim"));\n'),
        ("h.js", "const moves = legal.map((action) => action.slice(3));\n"),
        ("i.js", "const letter = action[1];\n"),
        ("j.js", "const mine = (name) => this.action === `${card}@${name}`;\n"),
    ],
)
def test_who_does_would_be_found(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert taken_apart(tmp_path / name)


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_games_have_the_same_shape(game: Game) -> None:
    folder = HOUSE / "games" / game.name
    modules = {"__init__", "rules", "notation", "position", "view", "why", "text", "effects", "mind", "picture"}
    assert {path.stem for path in folder.glob("*.py")} >= modules
    assert {path.name for path in (folder / "rulebook").iterdir()} >= {"en.md", "de.md", "boards.json"}
    web = {"board.js", "board.css", "guide.json", "miniature.js", "lang"}
    assert {path.name for path in (folder / "web").iterdir()} >= web
    assert {path.name for path in (folder / "web" / "lang").iterdir()} >= {"en.json", "de.json"}
