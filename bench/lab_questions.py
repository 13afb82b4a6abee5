"""The questions that designers ask first, put to the lab: `python -m bench.lab_questions DIR`.

Each is one `tesserae lab` command, with a report in a folder of DIR; what is there is not played again. At the end the
answers are printed as Markdown, with their commands: docs/measurements/lab.md has them. Games are counted by
simulations, so the answers do not depend on the machine. All together take about half an hour of processor time.
"""

import argparse
import json
import shlex
from pathlib import Path
from typing import Any

from tesserae.cli import main as tesserae
from tesserae.lab.measures import SHARES

BOTH = "--level club,expert --simulations 400 --judge 50"
OWN = "GGGBBBWWWRRRDDD"
FORCES = [  # of the first side, against three of each: more of one colour, or of two, and less of the others
    *("GGGGGBBBWWWRRDD", "GGGBBBBBWWWRRDD", "GGGBBBWWWWWRRDD", "GGGBBWWWRRRRRDD", "GGGBBWWWRRDDDDD"),
    *("GGGGGBBBBBWWWRD", "GGGGGBBWWWWWRRD", "GBBBBBWWWRRRRRD", "GGGGGGGGGGGGGGG", "DDDDDDDDDDDDDDD"),
]
VARIED = ";".join(["standard", *(f"{force},{OWN}" for force in FORCES)])
QUESTIONS = {
    "consequence-first": f"consequence --games 200 {BOTH}",
    "consequence-row_min": "consequence --vary row_min=1,2,3 --games 200 --judge 50",
    "sequence-first": f"sequence --games 200 {BOTH}",
    "symbol-first": f"symbol --games 200 {BOTH}",
    "symbol-presets": "symbol --vary preset=full,german_letter,unlimited,enlist --games 200 --judge 0",
    "symbol-blast_center": "symbol --vary blast_center=true,false --games 200 --judge 0",
    "sequence-seats": "sequence --vary seats=2,3,4,6 --games 200 --judge 0",
    "sequence-teams": "sequence --seats 6 --vary teams=2,3 --games 200 --judge 0",
    "symbol-forces": f"symbol --search 20 --goal score.0=1 --vary 'forces={VARIED}' --games 60 --judge 0",
    "symbol-forces-again": f"symbol --vary 'forces=standard;GGGGGBBWWWWWRRD,{OWN};GGGGGBBBWWWRRDD,{OWN}' "
    "--games 400 --judge 0 --seed 1",
    "symbol_chain-rules": "symbol_chain --vary end_stacks=same,any --vary match=exact,shape --games 200 "
    "--simulations 100 --judge 0",
    "symbol_chain-seats": "symbol_chain --vary seats=2,3,4 --games 200 --simulations 100 --judge 0",
    "symbol_chain-first": "symbol_chain --games 200 --level club,expert --simulations 400 --judge 20",
}
TOLD = ("score.0", "draws", "turns", "luck")


def written(one: dict[str, Any], share: bool, sign: str = "") -> str:
    if one["value"] is None:
        return "–"
    value, low, high = (100 * one[key] if share else one[key] for key in ("value", "low", "high"))
    return f"{value:{sign}.1f}{' %' if share else ''} ({low:{sign}.1f} to {high:{sign}.1f})"


def answer(name: str, found: dict[str, Any]) -> None:
    """A table of the cells, and the differences that chance does not explain."""
    print(f"\n`tesserae lab {QUESTIONS[name]}`\n")
    print("| rules, level | games | points of the first side | draws | turns | luck |\n|---|---|---|---|---|---|")
    for cell in found["cells"]:
        values = [written(cell["metrics"][metric], metric != "turns") for metric in TOLD]
        print(f"| {cell['variant']}, {cell['level']} | {cell['games']} | {' | '.join(values)} |")
    for one in found.get("search", {}).get("tried", []):
        print(f"- tried {one['variant']}: " + ", ".join(written(value, True) for value in one["metrics"].values()))
    for one in [*found["variants"], *found["levels"]]:
        if one["seen"]:
            where = f"{one.get('variant', '')} {one.get('level', '')}".strip()
            change = written(one, one["metric"].split(".")[0] in SHARES, "+").replace(" %", " points")
            print(f"- {where}: {one['from']} → {one['to']}: {one['metric']} {change}, p = {one['holm']:.3f}")
    if not any(one["seen"] for one in [*found["variants"], *found["levels"]]) and len(found["cells"]) > 1:
        print(f"- none of {len(found['variants']) + len(found['levels'])} differences stands out from chance")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=QUESTIONS, default=list(QUESTIONS))
    given = parser.parse_args()
    for name in given.only:
        out = given.folder / name
        if (out / "plan.json").exists() and not (out / "results.json").exists():
            tesserae(["lab", "--resume", str(out)])
        elif not out.exists():
            tesserae(["lab", *shlex.split(QUESTIONS[name]), "--out", str(out)])
    for name in given.only:
        if (results := given.folder / name / "results.json").exists():
            answer(name, json.loads(results.read_text("utf-8")))


if __name__ == "__main__":
    main()
