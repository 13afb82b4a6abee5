"""Positions that anybody may try things out on."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from tesserae.server import study
from tesserae.server.app import Config, create_app
from tests.server.processes import PATIENT, Serving

CONSEQUENCE: dict[str, Any] = {
    "game": "consequence",
    "turn": 0,
    "hands": [["bM", "bS"], ["rS", "ro"]],
    "board": {"b2": "bM", "c3": "ro"},
    "known": [["b2"], ["c3"]],
}
STACK: dict[str, Any] = {
    "game": "symbol",
    "turn": 0,
    "board": {"d4": [0, "KGGGBBBWWWRRRDDD"], "d7": [1, "K"]},
    "reserve": ["", ""],
}
SIMPLE: dict[str, Any] = {
    "game": "symbol",
    "options": {"edition": "simple"},
    "turn": 0,
    "board": {"d1": [0, "K"], "c2": [0, "G"], "d7": [1, "K"]},
    "reserve": ["W", "G"],
}


@pytest.fixture
def client(server: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.base, timeout=PATIENT) as client:
        yield client


def asked(client: httpx.Client, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/study", json=body)
    assert answer.status_code == 200, answer.text
    studied: dict[str, Any] = answer.json()
    return studied


def test_what_can_be_done_and_what_it_looks_like_then(client: httpx.Client) -> None:
    before = asked(client, position=CONSEQUENCE, seat=0, queries=[{"t": "legal", "seat": 0}])
    assert before["refused"] is None
    assert len(before["views"]) == 1
    [legal] = before["answers"]
    assert legal["count"] == len(legal["actions"]) > 20
    assert "bM@a1" in legal["actions"]
    after = asked(client, position=CONSEQUENCE, seat=0, actions=[[0, "bM@a1"], [1, "rS@a2>E"]], since=0)
    assert [view["turn"] for view in after["views"]] == [0, 1, 0]
    assert after["done"] == 2
    assert after["views"][0] == before["views"][0]
    later = asked(client, position=CONSEQUENCE, seat=0, actions=[[0, "bM@a1"], [1, "rS@a2>E"]])
    assert later["views"] == after["views"][2:]


def test_only_what_the_seat_may_see(client: httpx.Client) -> None:
    own = asked(client, position=CONSEQUENCE, seat=0)["views"][0]
    assert own["hands"] == [["bM", "bS"], ["r?", "r?"]]
    assert own["board"] == {"b2": "b?", "c3": "r?"}
    assert asked(client, position=CONSEQUENCE)["views"][0]["hands"][0] == ["b?", "b?"]
    everything = asked(client, position=CONSEQUENCE, seat="all")
    assert everything["views"][0]["board"] == CONSEQUENCE["board"]


def test_what_is_refused_says_why_and_the_rest_is_left_out(client: httpx.Client) -> None:
    actions = [[0, "d1[K]-d2"], [1, "d7[K]-d6"]]
    refused = asked(client, position=SIMPLE, seat=0, actions=actions, since=0)
    assert refused["done"] == 0
    assert len(refused["views"]) == 1
    assert refused["refused"]["rule"] == "SY-15"
    assert refused["refused"]["text"]
    second = asked(client, position=SIMPLE, seat=0, actions=[[0, "c2[G]-c1"], [1, "+W@d6"]], since=0)
    assert second["done"] == 1
    assert [view["turn"] for view in second["views"]] == [0, 1]
    assert second["refused"]["rule"] == "SY-31"


def test_queries_are_answered_one_by_one(client: httpx.Client) -> None:
    """The third and the last are refused; that does not keep the others from being answered."""
    queries = [
        {"t": "why", "seat": 0, "action": "c2[G]-c3"},
        {"t": "why", "seat": 0, "action": "c2[G]-c1"},
        {"t": "legal", "seat": 0, "at": "k9"},
        {"t": "stage", "seat": 0, "actions": ["c2[G]-c1"]},
        {"t": "inspect", "seat": None, "square": "c2"},
        {"t": "stage", "seat": 0, "actions": ["c2[G]-c3"]},
    ]
    illegal, possible, nowhere, staged, inspected, refused = asked(client, position=SIMPLE, queries=queries)["answers"]
    assert illegal["refused"]["rule"] == "SY-11"
    assert possible == {"t": "why", "refused": None}
    assert (nowhere["t"], nowhere["rule"]) == ("refused", "GE-4")
    assert staged["t"] == "staged"
    assert staged["views"][0]["board"]["c1"] == [0, "G"]
    assert inspected["t"] == "inspected"
    assert "c1" in inspected["moves"]
    assert (refused["t"], refused["rule"]) == ("refused", "SY-11")


def test_a_long_list_is_given_square_by_square(client: httpx.Client) -> None:
    wheres = [{}, {"at": "d4"}, {"at": "d4", "begins": "d4[KGW]-"}, {"at": "a1"}]
    queries = [{"t": "legal", "seat": 0, **where} for where in wheres]
    whole, one, part, none = asked(client, position=STACK, seat=0, queries=queries)["answers"]
    for long in (whole, one):
        assert long["actions"] is None
        assert long["count"] > 10_000
    assert "d4" in whole["squares"]
    assert part["count"] == len(part["actions"]) > 5
    assert all(action.startswith("d4[KGW]-") for action in part["actions"])
    assert none["actions"] == []


BAD: list[tuple[dict[str, Any], int]] = [
    ({}, 400),
    ({"position": []}, 400),
    ({"position": {}}, 400),
    ({"position": {"game": "chess"}}, 400),
    ({"position": {"game": 7}}, 400),
    ({"position": {**SIMPLE, "turn": 2}}, 400),
    ({"position": {**SIMPLE, "turn": 10**300}}, 400),
    ({"position": {**SIMPLE, "quiet": 2**63}}, 400),
    ({"position": {**SIMPLE, "quiet": -1}}, 400),
    ({"position": {**SIMPLE, "board": {"z9": [0, "K"]}}}, 400),
    ({"position": {**SIMPLE, "board": {}, "reserve": ["G" * 10_000, ""]}}, 400),
    ({"position": {**SIMPLE, "options": {"edition": "huge"}}}, 400),
    ({"position": {**SIMPLE, "outcome": {"winners": [0], "reason": "king", "scores": None}}}, 400),
    ({"position": SIMPLE, "seat": -1}, 400),
    ({"position": SIMPLE, "seat": "none"}, 400),
    ({"position": SIMPLE, "seat": 10**30}, 400),
    ({"position": SIMPLE, "actions": [[0, "c2[G]-c1"]] * 61}, 400),
    ({"position": SIMPLE, "actions": [[0, "c" * 101]]}, 400),
    ({"position": SIMPLE, "actions": [[0]]}, 400),
    ({"position": SIMPLE, "since": 10**30}, 400),
    ({"position": SIMPLE, "else": 1}, 400),
    ({"position": SIMPLE, "queries": [{"t": "hint", "seat": 0}]}, 400),
    ({"position": SIMPLE, "queries": [{"t": "legal"}]}, 400),
    ({"position": SIMPLE, "queries": [{"t": "legal", "seat": 0}] * 11}, 400),
    ({"position": {**SIMPLE, "board": {"d1": [0, "K" * 20_000]}}}, 413),
    ({"position": SIMPLE, "seat": 7}, 409),
]


@pytest.mark.parametrize(("body", "status"), BAD)
def test_what_cannot_be_is_said_to_be_so(client: httpx.Client, body: dict[str, Any], status: int) -> None:
    answer = client.post("/api/study", json=body)
    assert answer.status_code == status, answer.text
    problem = answer.json()
    assert problem["code"] == {400: "bad", 409: "rule", 413: "size"}[status]
    assert len(problem["text"]) > 10


async def test_others_are_served_while_long_lists_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is in this process, so that studies can be held up until somebody else has been served."""
    begun, served = threading.Event(), threading.Event()
    work = study._study

    def held(data: study.Study) -> study.Studied:
        begun.set()
        assert served.wait(PATIENT), "nobody else is served in the meantime"
        return work(data)

    monkeypatch.setattr(study, "_study", held)
    app = create_app(Config(str(tmp_path / "tables.db")))
    transport = httpx.ASGITransport(cast(Any, app))
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        await app.state.service.compiled.ready["symbol"].wait()
        body = {"position": STACK, "queries": [{"t": "legal", "seat": 0, "at": "d4"}]}
        studies = [asyncio.create_task(client.post("/api/study", json=body)) for _ in range(6)]
        assert await asyncio.to_thread(begun.wait, 30)
        assert (await client.get("/health")).text == "alive"
        assert not any(task.done() for task in studies)
        served.set()
        for answer in await asyncio.gather(*studies):
            assert answer.status_code == 200, answer.text
            assert answer.json()["answers"][0]["count"] > 10_000


def test_pages_of_the_rulebook(client: httpx.Client) -> None:
    for language, word in (("en", "Moon"), ("de", "Mond")):
        page = client.get(f"/api/rulebook/{language}/consequence").json()
        assert page["title"] == "Consequence"
        assert word in page["html"]
        assert 'id="CQ-1"' in page["html"]
        assert page["sections"]
        assert page["boards"]
        assert all(board["view"]["game"] == "consequence" for board in page["boards"].values())
    for path in ("en/chess", "fr/consequence", "en/..%2Fboards", "en/consequence.md"):
        answer = client.get(f"/api/rulebook/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "missing"), answer.text
