"""The lab of a server: off unless it is told, and never in the way of tables."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.processes import LOOSE, PATIENT, Serving, serving
from tests.server.wire import Device

SMALL = {"game": "consequence", "presets": ["printed", "open_pushes"], "level": "random", "games": 6}


@pytest.fixture(scope="module")
def open_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    database = str(tmp_path_factory.mktemp("lab") / "tables.db")
    with serving(database, *LOOSE, "--lab", games=("consequence",)) as running:
        yield running


@pytest.fixture
def client(open_lab: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=open_lab.base, timeout=PATIENT) as client:
        client.get("/")  # for a cookie
        yield client


def finished(client: httpx.Client, run: str, language: str = "en") -> dict[str, Any]:
    end = time.monotonic() + PATIENT
    while time.monotonic() < end:
        found: dict[str, Any] = client.get(f"/api/lab/{run}", params={"language": language}).json()
        if found["done"]:
            return found
        time.sleep(0.1)
    raise AssertionError("the run does not end")


def test_it_is_closed_unless_the_server_is_told(server: Serving) -> None:
    with httpx.Client(base_url=server.base, timeout=PATIENT) as client:
        answers = [client.post("/api/lab", json=SMALL), client.get("/api/lab/any"), client.get("/api/lab/any/report")]
    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert answers[0].json()["code"] == "closed"


def test_a_run_from_its_beginning_to_its_report(client: httpx.Client) -> None:
    run = client.post("/api/lab", json=SMALL).json()["id"]
    found = finished(client, run)
    assert (found["played"], found["planned"], found["failed"]) == (12, 12, False)
    assert [(cell["variant"], cell["games"]) for cell in found["cells"]] == [
        ("preset=printed", 6),
        ("preset=open_pushes", 6),
    ]
    first = found["cells"][0]["metrics"][0]
    assert first["name"] == "points of Moon"
    low, value, high = first["range"]
    assert 0 <= low <= value <= high <= 1
    assert first["value"] == f"{100 * value:.1f}\N{NO-BREAK SPACE}%"
    german = finished(client, run, "de")["cells"][0]["metrics"][0]
    assert german["name"] == "Punkte von Moon"
    report = client.get(f"/api/lab/{run}/report")
    assert report.headers["content-disposition"] == 'attachment; filename="consequence-lab.html"'
    assert "preset=open_pushes" in report.text


def test_one_run_at_a_time_and_no_report_before_its_end(client: httpx.Client) -> None:
    long = client.post("/api/lab", json={**SMALL, "games": 2000}).json()["id"]
    assert client.post("/api/lab", json=SMALL).status_code == 409
    assert client.get(f"/api/lab/{long}/report").status_code == 409
    assert client.get(f"/api/lab/{long}").json()["done"] is False


def test_tables_come_first(client: httpx.Client, open_lab: Serving) -> None:
    """The only worker has games between masters, more than it can play in a test; a bot still answers."""
    body = {**SMALL, "presets": ["printed"], "games": 2000, "level": "master"}
    assert client.post("/api/lab", json=body).status_code == 201

    async def play() -> None:
        async with Device(open_lab.base) as device:
            live = await device.live(await device.table("consequence", ["bot:novice", "me"], start=True))
            await live.until(lambda: live.document["view"]["actors"] == [1])

    asyncio.run(play())


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"game": "chess"}, 400),
        ({"presets": ["none"]}, 400),
        ({"level": "genius"}, 400),
        ({"level": "master+simulations=1000000"}, 400),
        ({"games": 1}, 400),
        ({"games": 10**6}, 400),
        ({"options": {"row_min": 9}}, 400),
        ({"seats": 5}, 400),
    ],
)
def test_bad_runs_are_refused(client: httpx.Client, changed: dict[str, Any], status: int) -> None:
    assert client.post("/api/lab", json={**SMALL, **changed}).status_code == status


def test_there_is_no_other_run(client: httpx.Client) -> None:
    assert client.get("/api/lab/nosuchrun").status_code == 404
