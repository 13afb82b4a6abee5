"""How `make docs` turns this folder into a site. Nothing is fetched from elsewhere, neither now nor by its readers."""

import logging
import math
import os
import re
from argparse import SUPPRESS, _SubParsersAction
from html import escape
from pathlib import Path

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # a site needs no compiled rules

import tesserae
from tesserae import rulebook
from tesserae.envs.render import written
from tesserae.games.sketch import Sketch

logging.getLogger("alembic").setLevel(logging.WARNING)

project = "Tesserae"
author = copyright = "The Tesserae authors"
version = release = tesserae.__version__

SUMMARY = """
Four little-known board games, to play in a browser or a terminal against bots or people, to change and measure, and to
use as fast environments for research. Rules are written in Python and compiled; players learn only what they may know.
"""
KINDS = {
    "start": "Get started",
    "guides": "Guides",
    "reference": "Reference",
    "background": "Background",
    "measurements": "Measurements",
    "rules": "The games",
}

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest"]
pages = {f"rules/{path.stem}" for path in Path(__file__).parent.glob("rules/*.md")}
gone = pages - {f"rules/{name}" for name in rulebook.pages()}  # of games that were deleted
exclude_patterns = ["pictures", *(f"{page}.md" for page in gone)]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
default_role = "code"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"

html_theme = "furo"
html_title = f"Tesserae {version}"
html_favicon = "../src/tesserae/web/icon.svg"
html_theme_options = {"sidebar_hide_name": False}
html_show_sourcelink = False


def http_api(app, docname, source):
    """The routes of the server in place of a marker, from its own OpenAPI description."""
    if docname != "reference/http":
        return
    from tesserae.server.app import Config, create_app

    schema = create_app(Config("tables.db")).openapi_schema.to_schema()
    lines = []
    for path, operations in sorted(schema["paths"].items()):
        for method, operation in operations.items():
            lines += [f"## `{method.upper()} {path}`", "", operation.get("description", ""), ""]
            lines += [f"- `{given['name']}` in the {given['in']}" for given in operation.get("parameters", ())]
            for kind in operation.get("requestBody", {}).get("content", {}).values():
                lines += [f"- takes {named(kind['schema'])}"]
            for code, answer in operation["responses"].items():
                if code.startswith("2"):
                    kinds = answer.get("content", {}).values()
                    given = ", ".join(named(kind["schema"]) for kind in kinds if "schema" in kind) or "nothing"
                    lines += [f"- answers {code} with {given}"]
            lines.append("")
    source[0] = source[0].replace("<!-- routes -->", "\n".join(lines))


def commands(app, docname, source):
    """All commands in place of a marker, from the program's own parser."""
    if docname != "reference/commands":
        return
    from tesserae.cli import parser

    lines = []
    for name, command in subcommands(parser()).items():
        lines += [f"## `{name}`", "", command.description, ""]
        options = {tuple(one.option_strings) or one.dest: one for one in command._actions if one.help != SUPPRESS}
        games = list(subcommands(command).values())
        found = [{tuple(one.option_strings): one for one in game._actions} for game in games]
        if games:
            options |= {key: one for key, one in found[0].items() if all(same(one, other.get(key)) for other in found)}
            lines += [
                "`--preset`, `--seats` and options of the game can be added; `tesserae games` lists them.",
                "",
            ]
        rows = [row(one) for one in options.values() if one.dest != "help" and one.help]
        lines += ["| option | meaning |", "|---|---|", *rows, ""] if rows else []
        lines += ["```", *(command.epilog or "").split("\n  ")[1:], "```", ""]
    source[0] = source[0].replace("<!-- commands -->", "\n".join(lines))


def subcommands(parser):
    return next((one.choices for one in parser._actions if isinstance(one, _SubParsersAction)), {})


def same(option, other):
    return other is not None and other.help == option.help


def row(option):
    names = ", ".join(option.option_strings) or option.metavar or option.dest
    metavar = option.metavar or option.dest.upper()
    takes = f" {metavar}" if option.option_strings and option.nargs != 0 else ""
    return f"| `{names}{takes}` | {(option.help % {'default': option.default}).replace('|', ' or ')} |"


def named(schema):
    return f"`{schema['$ref'].rsplit('/', 1)[-1]}`" if "$ref" in schema else f"`{schema.get('type', 'JSON')}`"


def contents(app, docname, source):
    """The lists of pages without those that are gone."""
    if docname == "index":
        source[0] = "\n".join(line for line in source[0].split("\n") if line not in gone)


def rules(app, docname, source):
    """A page of the rulebook in English: ids of rules become anchors and links, boards become pictures."""
    folder, _, name = docname.rpartition("/")
    if folder != "rules":
        return
    text = rulebook.source("en", name)
    text = re.sub(r"(?m)^((?:[-*] )?)\*\*([A-Z]{2}-\d+)\*\*", r'\1<span id="\2"></span>**\2**', text)
    text = re.sub(r"\[([A-Z]{2}-\d+)\](?!\()", link, text)
    text = re.sub(r"(?m)^!\[(.*)\]\(board:(\w[\w-]*)\)$", lambda found: figure(name, found[2], found[1]), text)
    text = re.sub(r"(?m)^\[(.*)\]\(try:(\w[\w-]*)\)$", lambda found: figure(name, found[2], found[1]), text)
    source[0] = text


def link(id):
    """A reference to a rule; plain text if the page of its game is gone."""
    page = rulebook.page_of(id[1])
    return id[1] if page is None else f'<a href="{page}.html#{id[1]}">{id[1]}</a>'


def figure(name, key, caption):
    words = escape(re.sub(r"<[^>]*>", "", caption).replace("`", "").replace("*", ""))
    address = f"../_images/rules/{name}-{key}.svg"
    return f'<figure><img src="{address}" alt="{words}" width="420"><figcaption>{words}</figcaption></figure>'


def boards(app, error):
    """The pictures of the rulebook."""
    if error is not None:
        return
    folder = Path(app.outdir, "_images", "rules")
    folder.mkdir(parents=True, exist_ok=True)
    for name in rulebook.pages():
        for key, board in rulebook.boards(name).items():
            (folder / f"{name}-{key}.svg").write_text(picture(board), "utf-8")


def texts(app, error):
    """The rulebook as plain text, and llms.txt: a list of all pages for programs that read."""
    if error is not None:
        return
    lines = [f"# {project}", "", *(f"> {line}" for line in SUMMARY.strip().splitlines())]
    for folder, kind in KINDS.items():
        lines += ["", f"## {kind}", ""]
        names = sorted(name for name in app.env.titles if name.startswith(f"{folder}/"))
        lines += [f"- [{app.env.titles[name].astext()}]({name}.html)" for name in names]
    lines += ["", "## Rules as plain text", ""]
    for name in rulebook.pages():
        lines += [f"- [{rulebook.page('en', name).title}](rules/{name}.txt)"]
        Path(app.outdir, "rules", f"{name}.txt").write_text(plain(rulebook.source("en", name)), "utf-8")
    Path(app.outdir, "llms.txt").write_text("\n".join(lines) + "\n", "utf-8")


def plain(text):
    """Without diagrams and links."""
    text = re.sub(r"(?m)^!?\[.*\]\((board|try):.*\)\n\n?", "", text)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


def picture(board):
    state = tesserae.load(board["position"])
    for seat, action in board.get("actions", ()):
        state.act(seat, action)
    view = state.reveal() if board.get("seat") == "all" else state.view(board.get("seat"))
    module = state.game.environment().picture
    if module is None:
        return written(state.game.text.draw(view, False))
    drawn = module.draw(view)
    return drawn.replace("</svg>", marks(board, Sketch(*shape(state))) + "</svg>")


def shape(state):
    names = state.game.notation.NAMES
    return ord(max(names)[0]) - ord("a") + 1, max(int(name[1:]) for name in names)


MARKS = {  # as the browser draws them
    "target": '<circle r="15" fill="#24221e" fill-opacity=".45"/>',
    "take": '<circle r="44" fill="none" stroke="#a11a1a" stroke-width="7"/>',
    "forbidden": '<path d="M-26-26l52 52M-26 26l52-52" stroke="#a11a1a" stroke-width="9"/>',
    "hint": '<rect x="-46" y="-46" width="92" height="92" fill="none" stroke="#b98900" stroke-width="6" '
    'stroke-dasharray="16 10"/>',
}


def marks(board, sketch):
    """The marks and arrows of a diagram."""
    shapes = []
    for kind, squares in board.get("marks", {}).items():
        for square in squares:
            x, y = sketch.centre(square)
            shapes.append(f'<g transform="translate({x} {y})">{MARKS[kind]}</g>')
    for begin, end in board.get("arrows", ()):
        (x, y), (there, below) = sketch.centre(begin), sketch.centre(end)
        length, angle = math.hypot(there - x, below - y), math.degrees(math.atan2(below - y, there - x))
        outline = f"M30-5H{length - 45}v-12L{length - 20} 0L{length - 45} 17v-12H30z"
        shapes.append(
            f'<path transform="translate({x} {y}) rotate({angle})" d="{outline}" fill="#24221e" opacity=".7"/>'
        )
    return "".join(shapes)


def setup(app):
    app.connect("source-read", http_api)
    app.connect("source-read", commands)
    app.connect("source-read", rules)
    app.connect("source-read", contents)
    app.connect("build-finished", boards)
    app.connect("build-finished", texts)
