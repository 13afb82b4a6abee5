"""Plans, as they are written and as they are played."""

from pathlib import Path

import pytest

from tesserae import BadOption
from tesserae.games import game
from tesserae.lab.plan import PLAYS, Plan, Variant, check, read, variants, varied

CHAIN, SYMBOL = game("symbol_chain"), game("symbol")


def test_all_combinations_are_variants() -> None:
    found = variants(CHAIN, {"backs": "owner"}, None, varied(CHAIN, ["seats=2,3", "match=exact,shape"]))
    assert [one.name for one in found] == [
        "seats=2, match=exact",
        "seats=2, match=shape",
        "seats=3, match=exact",
        "seats=3, match=shape",
    ]
    assert found[3] == Variant("seats=3, match=shape", 3, {"match": "shape", "backs": "owner"})


def test_presets_and_values_with_commas() -> None:
    assert [one.options for one in variants(SYMBOL, {}, None, varied(SYMBOL, ["preset=full,simple"]))] == [
        {},
        {"edition": "simple"},
    ]
    force = "GGGGGBBBBBWWWWW"
    (usual, own) = varied(SYMBOL, [f"forces=standard;{force},{force}"])["forces"]
    assert usual is None
    assert own == [force, force]


def test_all_cells_have_the_same_starts_and_seeds() -> None:
    rules = variants(CHAIN, {}, None, varied(CHAIN, ["match=exact,shape"]))
    plan = check(Plan("symbol_chain", rules, ["club", "novice"], games=5, skill=4, seed=40))
    jobs = plan.jobs()
    assert [job.number for job in jobs] == list(range(len(jobs)))
    cells: dict[tuple[int, str], list[tuple[int, int, int]]] = {}
    for job in jobs:
        cells.setdefault((job.variant, job.level), []).append((job.start, job.play, job.bot_seed))
    plain = [cells[variant, level] for variant in (0, 1) for level in plan.levels]
    assert all(cell == plain[0] for cell in plain)
    assert len(plain[0]) == 6  # three starts, PLAYS times
    assert len({seed for _, _, seed in plain[0]}) == 3 * PLAYS
    skill = [job for job in jobs if job.level == "skill 100" and job.variant == 0]
    assert [job.players for job in skill[:2]] == [
        ["master+simulations=200", "master+simulations=100"],
        ["master+simulations=100", "master+simulations=200"],
    ]
    assert len(skill) == 4


def test_a_plan_in_toml(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(
        'games = 50\nlevels = ["club", "expert"]\nseconds = 0.5\n[options]\nbacks = "owner"\n'
        '[vary]\nmatch = ["exact", "shape"]\n[[variants]]\nname = "three"\nseats = 3\n'
    )
    plan = check(Plan(game="symbol_chain", **read(CHAIN, file)))
    assert [one.name for one in plan.variants] == ["match=exact", "match=shape", "three"]
    assert (plan.games, plan.levels, plan.budget) == (50, ["club", "expert"], {"seconds": 0.5})
    assert plan.variants[2] == Variant("three", 3, {"backs": "owner"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games = 'many'", "games"),
        ("levels = 'club'", "levels"),
        ("rounds = 3", "there is no 'rounds'"),
        ("[vary]\nmatch = 'exact'", "vary.match"),
        ("[vary]\nmatch = ['wrong']", "match"),
        ("variants = [1]", "variants"),
        ("games = ", "plan.toml"),
    ],
)
def test_bad_plans_are_refused(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(text)
    with pytest.raises(BadOption, match=message):
        read(CHAIN, file)


@pytest.mark.parametrize("text", ["match", "match=", "match=exact,wrong", "seats=9", "preset=none", "nothing=1"])
def test_bad_factors_are_refused(text: str) -> None:
    with pytest.raises(BadOption):
        varied(CHAIN, [text])
