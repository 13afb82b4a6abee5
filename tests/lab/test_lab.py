"""`tesserae lab`, from the command to the report."""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tesserae import record
from tesserae.cli import main
from tesserae.games import NAMES, game
from tesserae.lab.executors import Chunks
from tesserae.lab.page import sentences
from tesserae.lab.playing import Job, play
from tesserae.lab.wording import LANGUAGES, Metric, catalogue

QUICK = ["lab", "consequence", "--level", "novice", "--judge", "10", "--simulations", "5"]
VARIED = [*QUICK, "--games", "4", "--vary", "row_min=1,2", "--skill", "0"]


def results(folder: Path) -> Any:
    return json.loads((folder / "results.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run in this process."""
    folder = tmp_path_factory.mktemp("lab") / "run"
    assert main([*VARIED, "--on", "here", "--out", str(folder)]) == 0
    return folder


def test_processes_give_the_same_results(done: Path, tmp_path: Path) -> None:
    assert main([*VARIED, "--workers", "2", "--out", str(tmp_path / "run")]) == 0
    assert (tmp_path / "run" / "results.json").read_bytes() == (done / "results.json").read_bytes()
    assert (tmp_path / "run" / "report.html").read_bytes() == (done / "report.html").read_bytes()


def test_a_run_goes_on_without_playing_anything_twice(done: Path, tmp_path: Path) -> None:
    half = tmp_path / "half"
    half.mkdir()
    (half / "plan.json").write_bytes((done / "plan.json").read_bytes())
    lines = (done / "games.jsonl").read_bytes().splitlines(keepends=True)
    marked = lines[0].replace(b'"reason":"', b'"reason":"kept ')
    (half / "games.jsonl").write_bytes(marked + b"".join(lines[1:4]) + lines[4][:30])  # killed while it wrote the fifth
    assert main(["lab", "--resume", str(half), "--on", "here"]) == 0
    rows = [json.loads(line) for line in (half / "games.jsonl").read_text("utf-8").splitlines()]
    assert sorted(one["number"] for one in rows) == list(range(8))
    assert rows[0]["reason"].startswith("kept ")
    assert [json.loads(line) for line in lines][1:] == sorted(rows, key=lambda one: one["number"])[1:]


def test_what_is_in_the_folder(done: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    found = results(done)
    assert (found["planned"], found["played"]) == (8, 8)
    table = parquet.read_table(done / "games.parquet").to_pylist()
    assert {one["variant"] for one in table} == {"row_min=1", "row_min=2"}
    for one in table:
        final = record.read(one["record"]).final()
        assert len(final.history) == one["actions"]
        assert final.outcome is not None
        assert list(final.outcome.winners) == one["winners"]
        assert len(one["values"]) == one["turns"] + 1
    cell = found["cells"][0]
    games = [one for one in table if one["variant"] == "row_min=1"]
    assert cell["metrics"]["turns"]["value"] == pytest.approx(sum(one["turns"] for one in games) / 4)
    assert sum(cell["histogram"]["counts"]) == cell["games"] == 4


class Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "input", "img", "path", "rect", "circle", "polyline"):
            self.open.append(tag)
        self.links += [value or "" for name, value in attributes if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        if tag in ("path", "rect", "circle", "polyline") and self.open[-1] != tag:
            return
        assert self.open.pop() == tag


def test_the_report_needs_nothing_else(done: Path) -> None:
    text = (done / "report.html").read_text("utf-8")
    outline = Outline()
    outline.feed(text)
    assert outline.open == []
    assert outline.links
    assert all(link.startswith("data:") for link in outline.links)
    assert "<script" not in text
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert text.count('lang="en"') >= text.count('lang="de"') > 100
    assert "row_min=2" in text


def test_a_retest_finds_nothing_where_nothing_changed(done: Path, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    old = str(done / "results.json")
    assert main([*VARIED, "--on", "here", "--out", str(folder), "--compare", old, "--language", "de"]) == 0
    retest = results(folder)["retest"]
    assert retest
    assert all(one["value"] == 0 and not one["seen"] for one in retest)
    assert "keine Änderung" in (folder / "report.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*QUICK, "--games", "0"], "games"),
        ([*QUICK, "--vary", "row_min=7"], "row_min"),
        ([*QUICK, "--level", "genius"], "genius"),
        ([*QUICK, "--level", "club,club"], "twice"),
        ([*QUICK, "--workers", "0"], "--workers"),
        ([*QUICK, "--on", "moon"], "--on"),
        ([*QUICK, "--compare", "mine.txt"], "not a results.json"),
        ([*QUICK, "--plan", "mine.txt"], "mine.txt"),
        ([*QUICK, "--out", "."], "is not empty"),
        (["lab"], "name a game"),
        (["lab", "--resume", "."], "no run of the lab"),
    ],
)
def test_bad_input_gets_a_sentence_and_plays_nothing(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("mine")
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


def test_chunks_take_about_a_second_and_lose_nothing() -> None:
    chunks = Chunks(range(1000), 2)
    taken = chunks.take()
    assert taken == [0]
    chunks.took(taken, 0.01)
    again = chunks.take()
    assert 90 <= len(again) <= 110
    chunks.give_back(again)
    seen = []
    while chunks:
        seen += chunks.take()
    assert seen == list(range(1, 1000))


def test_both_languages_say_the_same_things() -> None:
    first, *others = (catalogue(language) for language in LANGUAGES)
    for other in others:
        assert other.keys() == first.keys()
        for key, text in first.items():
            assert set(re.findall(r"\{(\w+)\}", other[key])) == set(re.findall(r"\{(\w+)\}", text)), key


def test_the_report_names_all_options_and_says_reasons_in_words(tmp_path: Path) -> None:
    """Options that hold for all variants are in no variant's name."""
    common = [*QUICK, "--games", "2", "--on", "here", "--out", str(tmp_path / "run")]
    assert main([*common, "--row_min", "2", "--vary", "preset=printed,open_pushes"]) == 0
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert "<li>preset=open_pushes: <code>row_min=2, reveal_pushed=both</code></li>" in page
    assert '<span lang="de">Ende: mehr Punkte</span>' in page
    assert '<span lang="de">preset=printed, Neuling</span>' in page
    assert "blauer Mond" in page


@pytest.mark.parametrize("name", NAMES)
def test_what_actions_do_is_said_in_words_of_the_game(name: str) -> None:
    two = ["random", "random"]
    jobs = (Job(n, name, 0, "random", 2, {}, n, 0, n, two, {"simulations": 1}, 0, 400) for n in range(10))
    kinds = {kind for job in jobs for kind in play(job).kinds}
    assert len(kinds) > 1
    for language in LANGUAGES:
        for kind in kinds:
            assert "(" not in Metric(f"kind.{kind}", game(name), 2, 2).write(language)  # as an unknown one would be


def test_a_cluster_that_does_not_start_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def init(*_: object, **__: object) -> None:
        raise Exception("the node timed out")

    ray: Any = ModuleType("ray")
    ray.init, ray.is_initialized = init, lambda: False
    monkeypatch.setitem(sys.modules, "ray", ray)
    assert main([*QUICK, "--games", "2", "--on", "ray", "--out", str(tmp_path / "run")]) == 2
    assert "--on ray: the node timed out" in capsys.readouterr().err


def test_luck_is_told_only_where_there_is_some(done: Path) -> None:
    found = results(done)
    for low, told in ((0.0, 0), (0.1, 2)):
        for cell in found["cells"]:
            cell["metrics"]["luck"] = {"value": 0.3, "low": low, "high": 0.5, "n": 2}
        assert sum("decided by the deal" in line for line in sentences(found, "en")) == told
