"""`tesserae completion`: the script by which a shell completes the command line."""

import argparse

from tesserae.commands import Commands, add_command

SHELLS = ("bash", "zsh", "tcsh")  # those that shtab can write for


def add(commands: Commands) -> None:
    completion = add_command(
        commands,
        "completion",
        "print a script for command-line completion in your shell",
        "tesserae completion bash > ~/.local/share/bash-completion/completions/tesserae",
        "tesserae completion zsh > ~/.zfunc/_tesserae",
    )
    completion.set_defaults(run=run)
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(options: argparse.Namespace) -> int:
    import shtab

    from tesserae.cli import parser

    print(shtab.complete(parser(), shell=options.shell))
    return 0
