"""The rules for people: Markdown in English and German; every rule's id is an anchor. Games have their own pages.

docs/reference/rulebook.md describes the files.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tesserae.errors import BadOption
from tesserae.games import games
from tesserae.games.game import OWN_PAGES, RULE_PAGES

RULE = re.compile(r"[A-Z]{2}-\d+")
SOURCES = "sources"  # the page that explains every ruling
FOLDER = files("tesserae.rulebook")
ENGLISH = "en"
LANGUAGES = tuple(
    sorted((path.name for path in FOLDER.iterdir() if (path / "common.md").is_file()), key=lambda name: name != ENGLISH)
)


@dataclass(frozen=True)
class Page:
    """One page of the rulebook in one language."""

    title: str
    html: str
    sections: tuple[tuple[str, str], ...]  # anchor and title
    rules: tuple[str, ...]  # the ids of the rules on this page, in order
    rulings: tuple[str, ...]  # the rules that have a ruling of ours
    accounts: tuple[str, ...]  # the rules whose rulings are explained here
    references: tuple[str, ...]  # the ids that are referred to
    diagrams: tuple[str, ...]  # names of boards that are shown
    tries: tuple[str, ...]  # names of boards that can be tried


@cache
def books() -> dict[str, tuple[str, Traversable]]:
    """For each game that has a rulebook: its prefix and its folder."""
    folders = ((game, files(game.package) / "rulebook") for game in games())
    return {game.name: (game.prefix, folder) for game, folder in folders if (folder / f"{ENGLISH}.md").is_file()}


def pages() -> tuple[str, ...]:
    """All pages, in reading order."""
    return (*books(), *OWN_PAGES)


def prefixes() -> dict[str, str]:
    """The prefixes of rule ids, and the page of each."""
    return {prefix: name for name, (prefix, _) in books().items()} | RULE_PAGES


def page_of(rule: str) -> str | None:
    """The page that has a rule."""
    return prefixes().get(rule[:2]) if RULE.fullmatch(rule) else None


@cache
def source(language: str, name: str) -> str:
    """The Markdown of a page; in English, if a game does not have it in that language."""
    for kind, value, known in (("language", language, LANGUAGES), ("page", name, pages())):
        if value not in known:
            raise BadOption(f"there is no {kind} {value} in the rulebook; there is {', '.join(known)}")
    if name in OWN_PAGES:
        return (FOLDER / language / f"{name}.md").read_text("utf-8")
    folder = books()[name][1]
    there = folder / f"{language}.md"
    return (there if there.is_file() else folder / f"{ENGLISH}.md").read_text("utf-8")


@cache
def boards(name: str) -> dict[str, dict[str, Any]]:
    """The boards of a page, by name; the same in all languages."""
    path = books()[name][1] / "boards.json" if name in books() else None
    boards: dict[str, dict[str, Any]] = json.loads(path.read_text("utf-8")) if path and path.is_file() else {}
    return boards


@cache
def page(language: str, name: str) -> Page:
    """A page as HTML, with its anchors."""
    return _Writer(language, name).write()


def rule(language: str, id: str) -> str:
    """The Markdown of one rule: everything up to the next rule, heading or board."""
    name = page_of(id)
    if name is None or id not in page(language, name).rules:
        raise BadOption(f"there is no rule {id} in the rulebook; ids are written as GE-4")
    opening = r"^(?:[-*] )?\*\*"
    pattern = rf"{opening}{id}\*\*.*?(?={opening}{RULE.pattern}\*\*|^#|^!?\[.*\]\((?:board|try):|\Z)"
    section = re.search(pattern, source(language, name), re.MULTILINE | re.DOTALL)
    assert section is not None, id
    return section.group().strip()


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


def _opening(inline: Token) -> str | None:
    """The rule id in bold at the start of a text."""
    children = [child for child in inline.children or () if child.type != "text" or child.content]
    if len(children) < 3 or children[0].type != "strong_open":
        return None
    return children[1].content if RULE.fullmatch(children[1].content) else None


def _account(inline: Token) -> str | None:
    """The rule whose ruling a paragraph explains: it begins with a link to it."""
    children = [child for child in inline.children or () if child.type != "text" or child.content]
    begins = len(children) > 1 and children[0].type == "link_open" and RULE.fullmatch(children[1].content)
    return children[1].content if begins else None


def _account_anchor(id: str) -> str:
    return f"ruling-{id}"


def _alone(inline: Token) -> Token | None:
    """The board that a paragraph consists of: a diagram, or a link to a board to try."""
    children = [child for child in inline.children or () if child.type != "text" or child.content]
    if not children:
        return None
    target = children[0].attrGet("src") if children[0].type == "image" else children[0].attrGet("href")
    whole = len(children) == 1 or (children[0].type == "link_open" and children[-1].type == "link_close")
    return children[0] if whole and str(target or "").startswith(("board:", "try:")) else None


class _Writer:
    """Turns one file into a page."""

    def __init__(self, language: str, name: str) -> None:
        self.name = name
        self.text = source(language, name)
        self.parser = _parser()
        self.title = ""
        self.sections: list[tuple[str, str]] = []
        self.rules: list[str] = []
        self.rulings: list[str] = []
        self.accounts: list[str] = []
        self.latest: str | None = None  # the rule that is being read
        self.diagrams: list[str] = []
        self.tries: list[str] = []

    def write(self) -> Page:
        # An id in brackets is a link. For the parser, it is a reference whose target is already defined.
        cited = tuple(re.findall(r"\[([A-Z]{2}-\d+)\]", self.text))
        references = {id: {"href": self._href(id), "title": ""} for id in cited if page_of(id)}
        tokens = self.parser.parse(self.text, {"references": references})
        shown = [self._token(tokens, n) for n in range(len(tokens))]
        html = self.parser.renderer.render([t for t in shown if t is not None], self.parser.options, {})
        return Page(
            self.title,
            html,
            tuple(self.sections),
            tuple(self.rules),
            tuple(self.rulings),
            tuple(self.accounts),
            cited,
            tuple(self.diagrams),
            tuple(self.tries),
        )

    def _href(self, id: str) -> str:
        other = page_of(id)
        return f"#{id}" if other == self.name else f"/rules/{other}#{id}"

    def _token(self, tokens: list[Token], n: int) -> Token | None:
        token = tokens[n]
        if token.type == "heading_open":
            self._heading(token, tokens[n + 1].content)
        elif token.type == "blockquote_open":
            token.attrSet("class", "ruling")
            self._ruling(tokens[n + 2])
        elif token.type == "inline":
            if board := _alone(token):
                return self._board(token, board, tokens[n - 1], tokens[n + 1])
            if id := _opening(token):
                self._rule(token, id, self._holder(tokens, n))
            elif self.name == SOURCES and (id := _account(token)):
                tokens[n - 1].attrSet("id", _account_anchor(id))
                self.accounts.append(id)
        elif token.type == "th_open" and not tokens[n + 1].content:
            token.tag = tokens[n + 2].tag = "td"  # an empty corner cell is not a header
        elif token.type in ("table_open", "table_close"):
            return _html(token, '<div class="scrolls"><table>' if token.nesting > 0 else "</table></div>")
        return token

    def _heading(self, token: Token, title: str) -> None:
        self.latest = None
        if token.tag == "h1":
            self.title = title
        elif token.tag == "h2":
            anchor = f"section-{len(self.sections) + 1}"
            token.attrSet("id", anchor)
            self.sections.append((anchor, title))

    def _holder(self, tokens: list[Token], n: int) -> Token:
        """The element that contains a rule: its list item or its paragraph."""
        return tokens[n - 2] if tokens[n - 2].type == "list_item_open" else tokens[n - 1]

    def _rule(self, inline: Token, id: str, holder: Token) -> None:
        holder.attrSet("id", id)
        holder.attrJoin("class", "law")
        assert inline.children is not None
        start = next(n for n, child in enumerate(inline.children) if child.type == "strong_open")
        link = Token("html_inline", "", 0, content=f'<a class="id" href="#{id}">{id}</a>')
        inline.children[start : start + 3] = [link]
        self.rules.append(id)
        self.latest = id

    def _ruling(self, inline: Token) -> None:
        """Make the bold words of a ruling a link to its explanation."""
        assert inline.children is not None
        start = next(n for n, child in enumerate(inline.children) if child.type == "strong_open")
        anchor = ""
        if self.latest is not None:
            anchor = f"#{_account_anchor(self.latest)}"
            self.rulings.append(self.latest)
        link = Token("link_open", "a", 1, attrs={"href": f"/rules/{SOURCES}{anchor}"})
        inline.children[start + 2 : start + 2] = [Token("link_close", "a", -1)]
        inline.children[start + 1 : start + 1] = [link]

    def _board(self, token: Token, board: Token, opening: Token, closing: Token) -> Token:
        """A figure with a caption, to be filled by the browser."""
        picture = board.type == "image"
        kind, name = str(board.attrGet("src" if picture else "href")).split(":", 1)
        (self.diagrams if kind == "board" else self.tries).append(name)
        caption = board.children if picture else (token.children or [])[1:-1]
        words = self.parser.renderer.render([Token("inline", "", 0, children=caption)], self.parser.options, {})
        for around in (opening, closing):
            around.hidden = True
        place = f'<figure data-{kind}="{name}"><figcaption>{words}</figcaption></figure>'
        return _html(token, place)


def _html(token: Token, content: str) -> Token:
    return Token("html_block", "", token.nesting, content=content + "\n", map=token.map)
