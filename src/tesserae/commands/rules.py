"""`tesserae rules`: the rulebook in the terminal."""

import argparse
import os
import re
import sys

from tesserae.commands import Commands, add_command

WIDTH = 100  # columns; longer lines are hard to read
PICTURE = re.compile(r"^!\[(.*)\]\(board:.*\)$", re.MULTILINE)
TRIAL = re.compile(r"^\[.*\]\(try:.*\)\n*", re.MULTILINE)


def add(commands: Commands) -> None:
    rules = add_command(
        commands,
        "rules",
        "read the rules of a game, or one of them",
        "tesserae rules",
        "tesserae rules GAME --lang de",
        "tesserae rules --rule GE-4",
    )
    rules.set_defaults(run=show_rules)
    rules.add_argument("page", nargs="?", metavar="GAME", help="a game or another page (default: list the pages)")
    rules.add_argument("--rule", metavar="ID", help="only this rule, such as GE-4")
    rules.add_argument("--lang", metavar="LANG", help="en or de (default: the language of the terminal)")


def show_rules(options: argparse.Namespace) -> int:
    from tesserae import rulebook

    language = options.lang or spoken()
    if options.rule is not None:
        write(rulebook.rule(language, options.rule.upper()))
    elif options.page is not None:
        write(rulebook.source(language, options.page.lower().replace("-", "_").replace(" ", "_")))
    else:
        for name in rulebook.pages():
            print(f"{name:13} {rulebook.page(language, name).title}")
    return 0


def spoken() -> str:
    """The language of the terminal, if the rulebook has it, else English."""
    from tesserae.rulebook import ENGLISH, LANGUAGES

    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return named[:2].lower() if named[:2].lower() in LANGUAGES else ENGLISH


def write(text: str) -> None:
    """Print Markdown, formatted on a terminal and unchanged otherwise. Boards need a browser."""
    text = TRIAL.sub("", PICTURE.sub(r"*\1*", text))
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(highlight=False)
    console.print(Markdown(text, hyperlinks=False), width=min(console.width, WIDTH))
