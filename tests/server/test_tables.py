"""Tables over the wire, as clients know them."""

import json
from typing import Any

import httpx
import pytest

from tests.server.processes import PATIENT, Serving
from tests.server.wire import Device, move, two_at_a_table, views


async def test_a_move_reaches_the_other_as_changes(ann: Device, bob: Device) -> None:
    table, a, b = await two_at_a_table(ann, bob)
    assert (a.seat, b.seat) == (0, 1)
    assert a.table["id"] == table
    assert a.table["status"] == "playing"
    action = await move(a)
    await b.until(lambda: b.number == a.number)
    seen = json.loads(b.frames[-1])
    assert seen["kind"] == "acted"
    assert "id" not in seen
    assert seen["data"]["action"] == f"{action[0]}?{action[2:]}"  # the face is hidden
    again = await bob.live(table)
    assert again.document == b.document  # what changes add up to is what a newcomer gets
    action = seen["data"]["action"]
    assert seen["data"]["turn"] == 0
    assert again.moves == [{"n": seen["n"], "seat": 0, "action": action, "at": seen["at"], "turn": 0}]
    assert len(b.frames[-1]) < len(again.frames[0]) / 2


async def test_a_repeated_id_is_done_once(ann: Device, bob: Device) -> None:
    table, a, _ = await two_at_a_table(ann, bob)
    action = (await a.ask("legal", seat=0))["actions"][0]
    message = json.dumps({"t": "act", "id": "x1", "n": a.number, "seat": 0, "actions": [action]})
    await a.raw(message)
    await a.raw(message)
    done = await a.ask("", id="x1")
    again = await a.ask("", id="x1")
    assert (done["t"], again) == ("event", {"t": "ok", "id": "x1", "n": done["n"]})
    await a.close()
    later = await ann.live(table)
    await later.raw(message)
    assert await later.ask("", id="x1") == again
    assert len(later.moves) == 1


async def test_what_is_stale_is_refused_with_the_state(ann: Device, bob: Device) -> None:
    _, a, b = await two_at_a_table(ann, bob)
    old = b.number
    await move(a)
    await b.raw(json.dumps({"t": "act", "id": "s", "n": old, "seat": 1, "actions": ["rM@a1"]}))
    refused = await b.ask("", id="s")
    assert refused["code"] == "stale"
    assert (await b.next())["t"] == "state"
    await a.ask("chat", text="hello")  # which makes nothing stale
    answer = await b.ask("act", seat=1, actions=[(await b.ask("legal", seat=1))["actions"][0]])
    assert answer["t"] == "event"


@pytest.mark.parametrize(
    ("settings", "option", "other"),
    [
        ({"options": {"edition": "huge"}}, "edition", None),
        ({"options": {"edition": "simple", "immobile": "pushed"}}, "immobile", None),
        ({"options": {"unlimited": True, "enlist": True}}, "unlimited", "enlist"),
        ({"options": {"supply": "one_set"}, "choose_forces": True}, "forces", "supply"),
        ({"seats": 9}, None, None),
        ({"best_of": 2}, None, None),
    ],
)
def test_problems_name_the_option(server: Serving, settings: Any, option: str | None, other: str | None) -> None:
    problem = server.ask("POST", "/api/settings", json={"game": "symbol", **settings}).json()["problem"]
    assert problem["option"] == option
    assert (problem["words"].get("option"), problem["words"].get("other")) == (option, other)
    assert problem["text"] == problem["sentence"].format(**problem["words"]) + "."


async def test_refusals_name_the_rule_and_change_nothing(ann: Device, bob: Device) -> None:
    _, a, b = await two_at_a_table(ann, bob)
    for live, message, rule in (
        (b, {"seat": 1, "actions": ["rM@a1"]}, "GE-7"),
        (a, {"seat": 1, "actions": ["rM@a1"]}, "MA-3"),
        (a, {"seat": 0, "actions": ["rM@a1"]}, "CQ-3"),
        (a, {"seat": 7, "actions": ["bM@a1"]}, "MA-1"),
        (a, {"seat": None, "actions": ["bM@a1"]}, "MA-32"),
    ):
        refused = await live.ask("act", **message)
        assert (refused["t"], refused["code"], refused["rule"]) == ("refused", "rule", rule), refused
        assert refused["text"] == refused["sentence"].format(**refused["words"])
    queries: list[dict[str, Any]] = [
        {"t": "legal", "seat": 1},
        {"t": "legal", "seat": 1, "at": "a1"},
        {"t": "why", "seat": 1, "action": "rM@a1"},
        {"t": "stage", "seat": 1, "actions": ["rM@a1"]},
        {"t": "inspect", "seat": 1, "square": "a1"},
    ]
    for query in queries:
        assert (await a.ask(**query))["rule"] == "MA-3", query
    why = await a.ask("why", seat=0, action="rM@a1")
    assert why["refused"]["rule"] == "CQ-3"
    assert (await a.ask("why", seat=0, action="bM@a1"))["refused"] is None
    assert a.view["board"] == {}


async def test_several_steps_are_done_all_or_not_at_all(ann: Device, bob: Device) -> None:
    _, a, b = await two_at_a_table(ann, bob, "symbol")
    refused = await a.ask("act", seat=0, actions=["+K@d1", "+K@d1"])
    assert refused["t"] == "refused"
    assert a.view["board"] == {}
    staged = await a.ask("stage", seat=0, actions=["+K@d1"])
    assert staged["t"] == "staged"
    assert list(staged["views"][0]["board"]) == ["d1"]
    assert a.view["board"] == {}
    await a.ask("act", seat=0, actions=["+K@d1"])
    await b.until(lambda: b.number == a.number)
    assert list(b.view["board"]) == ["d1"]


async def test_one_who_comes_back_is_told_what_was_missed(ann: Device, bob: Device) -> None:
    table, a, b = await two_at_a_table(ann, bob)
    await b.close()
    b.number, was = b.number, b.document
    for live in (a,):
        await move(live)
    await a.ask("chat", text="where are you?")
    back = await bob.live(table, f"?from={b.number}&seat=1")
    back.document, back.number, back.seat = was, b.number, 1
    await back.until(lambda: json.loads(back.frames[-1])["t"] == "ok" if back.frames else False)
    assert [json.loads(frame)["t"] for frame in back.frames[:2]] == ["event", "event"]
    fresh = await bob.live(table)
    assert back.number == fresh.number
    assert back.document == fresh.document
    for query in ("?from=9999", f"?from={b.number}", "?from=x&seat=y", "?seat=0"):  # then everything comes anew
        other = await bob.live(table, query)
        assert (await other.next())["t"] == "state"
        assert other.seat == 1


async def test_two_at_one_screen_look_through_their_seats(ann: Device, bob: Device) -> None:
    table = await ann.table("consequence", ["me", "me"])
    a = await ann.live(table)
    assert a.seat == 0
    await move(a)
    await a.send("look", seat=1)
    await a.until(lambda: a.seat == 1)
    assert a.view["seat"] == 1
    assert len(a.table["seats"]) == 2
    b = await bob.live(table)
    assert b.seat is None
    refused = await b.ask("look", seat=0)
    assert refused["rule"] == "MA-3"


async def test_spectators_where_they_may(ann: Device, bob: Device, eve: Device) -> None:
    table, a, _ = await two_at_a_table(ann, bob)
    e = await eve.live(table)
    assert e.seat is None
    assert e.view["seat"] is None
    refused = await e.ask("act", seat=0, actions=["bM@a1"])
    assert refused["rule"] == "MA-3"
    await a.until(lambda: '"watching":1' in a.frames[-1])
    private = await ann.table("consequence", ["me", "bot:novice"], watch=False)
    shut = await eve.live(private, "?from=0")
    assert (await shut.next())["code"] == "forbidden"
    response = await eve.http.get(f"/api/tables/{private}/record")
    assert response.status_code == 409


async def test_sitting_down_over_the_wire(ann: Device, bob: Device) -> None:
    table = await ann.table("consequence")
    a, b = await ann.live(table), await bob.live(table)
    assert b.seat is None
    answer = await b.ask("sit", word="luck")
    assert b.seat == 1
    assert answer["t"] in ("ok", "event")
    await a.until(lambda: a.table["status"] == "playing")
    await b.until(lambda: b.number == a.number)
    assert a.table["seats"][1]["word"] == "luck"
    assert b.document == (await bob.live(table)).document


async def test_leaving_and_filling_up_with_bots(ann: Device, bob: Device) -> None:
    table = await ann.table("sequence", seats=3, bot_seconds=0.05)
    await bob.post(f"/api/tables/{table}/join", {"seat": 2})
    b = await bob.live(table)
    assert b.seat == 2
    await b.ask("leave")
    await b.until(lambda: b.seat is None)
    await (await ann.live(table)).ask("start", level="novice")
    await b.until(lambda: b.table["status"] == "playing")
    assert [seat["kind"] for seat in b.table["seats"]] == ["person", "bot", "bot"]


async def test_lists(ann: Device, bob: Device) -> None:
    shown = await ann.table("symbol", listed=True)
    hidden = await ann.table("symbol")
    found = {summary["id"]: summary for summary in (await bob.get("/api/tables"))["open"]}
    assert shown in found
    assert hidden not in found
    assert found[shown]["seats"] == [
        {"kind": "person", "name": (await ann.get("/api/me"))["name"]},
        {"kind": "open"},
    ]
    await bob.post(f"/api/tables/{shown}/join")
    assert shown not in {summary["id"] for summary in (await bob.get("/api/tables"))["open"]}
    shut, _, _ = await two_at_a_table(ann, bob, listed=True, watch=False)
    secret, _, _ = await two_at_a_table(ann, bob)
    running = [summary["id"] for summary in (await bob.get("/api/tables"))["running"]]
    assert shown in running
    assert not {shut, secret} & set(running)
    mine = (await bob.get("/api/tables"))["mine"]
    assert [summary["id"] for summary in mine] == [secret, shut, shown]
    assert mine[2]["turn"] == [0]
    assert mine[2]["seats"][1]["mine"]
    assert (await ann.get(f"/api/tables/{hidden}"))["status"] == "waiting"


async def test_a_game_against_bots_can_be_taken_off_the_list(ann: Device, bob: Device) -> None:
    alone = await ann.table("consequence", ["me", "bot:novice"])
    together, _, _ = await two_at_a_table(ann, bob)
    assert (await bob.http.post(f"/api/tables/{alone}/forget", json={})).status_code == 409
    assert (await ann.http.post(f"/api/tables/{together}/forget", json={})).status_code == 409
    assert (await ann.http.post(f"/api/tables/{alone}/forget", json={})).status_code == 204
    assert [summary["id"] for summary in (await ann.get("/api/tables"))["mine"]] == [together]
    assert (await ann.get(f"/api/tables/{alone}/view"))["game"] == "consequence"  # it is still there


@pytest.mark.parametrize("clock", [None, {"kind": "game", "seconds": 600}])
async def test_a_list_follows_the_moves(clock: dict[str, Any] | None, ann: Device, bob: Device) -> None:
    table, a, b = await two_at_a_table(ann, bob, "symbol", options={"edition": "simple"}, clock=clock)
    later, _, _ = await two_at_a_table(ann, bob, "symbol")
    for live, other in ((a, 1), (b, 0)):
        await move(live)
        mine = (await bob.get("/api/tables"))["mine"]
        assert [summary["id"] for summary in mine] == [table, later]
        assert mine[0] == {**await bob.get(f"/api/tables/{table}"), "turn": [other]}
        acted = [message for message in map(json.loads, live.frames) if message.get("kind") == "acted"]
        assert mine[0]["updated"] == acted[-1]["at"]


async def test_names(ann: Device, bob: Device) -> None:
    response = await ann.http.put("/api/me", json={"name": "  Ann  of <b>Oz</b> "})
    assert response.json()["name"] == "Ann of <b>Oz</b>"
    _, _, b = await two_at_a_table(ann, bob)
    assert b.table["seats"][0]["name"] == "Ann of <b>Oz</b>"
    await ann.http.put("/api/me", json={"name": "Ann"})
    await b.until(lambda: b.table["seats"][0]["name"] == "Ann")
    for bad in ("", "x" * 31, "a\u202eb"):
        assert (await ann.http.put("/api/me", json={"name": bad})).status_code == 409


def mine(summary: Any) -> list[int]:
    return [number for number, seat in enumerate(summary["seats"]) if seat.get("mine")]


async def test_a_seat_moves_to_another_device_and_back(ann: Device, bob: Device, phone: Device) -> None:
    table, a, b = await two_at_a_table(ann, bob)
    path = f"/api/tables/{table}"
    link = await ann.post(f"{path}/seat-link")
    assert link["url"] == f"/seat/{table}#{link['token']}"
    assert mine(await ann.post(f"{path}/claim", {"token": link["token"]})) == [0]  # which changes nothing
    assert mine(await phone.post(f"{path}/claim", {"token": link["token"]})) == [0]
    await a.until(lambda: a.seat is None)  # whoever gave it away looks on
    assert a.table["given"] == [0]
    assert "given" not in b.table
    p = await phone.live(table)
    assert (p.seat, p.table["seats"][0]["name"], p.table["owner"]) == (0, b.table["seats"][0]["name"], True)
    await move(p)
    await b.reach(p.number)
    for device, link_status, claim_status in ((ann, 403, 403), (bob, 200, 403)):
        assert (await device.http.post(f"{path}/seat-link", json={})).status_code == link_status
        claimed = await device.http.post(f"{path}/claim", json={"token": link["token"]})
        assert claimed.status_code == claim_status
    assert mine((await phone.get("/api/tables"))["mine"][0]) == mine(await phone.get(path)) == [0]
    assert mine((await ann.get("/api/tables"))["mine"][0]) == mine(await ann.get(path)) == []
    onward = await phone.post(f"{path}/seat-link")  # it has the seat now, and may hand it on
    assert mine(await bob.post(f"{path}/claim", {"token": onward["token"]})) == [0, 1]  # both, on one device
    await p.until(lambda: p.seat is None)
    await b.until(lambda: bool(b.table["seats"][0]["mine"]))
    await move(b)
    for seat in (0, 1):
        look = await b.ask("legal", seat=seat)
        assert look["t"] == "legal"
    await ann.post(f"{path}/take-back")
    await a.until(lambda: a.seat == 0)
    assert "given" not in a.table
    assert a.table["owner"]
    assert mine(await bob.get(path)) == [1]
    await b.until(lambda: not b.table["seats"][0]["mine"])
    assert (await b.ask("legal", seat=0))["rule"] == "MA-3"
    assert (await ann.http.post(f"{path}/take-back", json={})).json()["rule"] == "MA-7"
    assert (await phone.http.post(f"{path}/take-back", json={})).json()["rule"] == "MA-7"
    await move(a)


async def test_hints_only_against_bots(ann: Device, bob: Device) -> None:
    table = await ann.table("consequence", ["me", "bot:novice"], bot_seconds=0.1)
    a = await ann.live(table)
    hint = await a.ask("hint", seat=0)
    assert hint["candidates"][0]["action"] in (await a.ask("legal", seat=0))["actions"]
    assert hint["line"][0][0] == 0
    _, a, _ = await two_at_a_table(ann, bob)
    assert (await a.ask("hint", seat=0))["rule"] == "SV-2"


async def test_no_bot_has_more_time_than_the_server_gives(ann: Device) -> None:
    table = await ann.table("consequence", ["me", "bot:novice"], bot_seconds=60)
    assert (await ann.live(table)).table["settings"]["bot_seconds"] == 10


async def test_resigning_ends_it_and_opens_the_record(ann: Device, bob: Device) -> None:
    table, a, b = await two_at_a_table(ann, bob)
    await move(a)
    early = await ann.http.get(f"/api/tables/{table}/record")
    assert (early.status_code, early.json()["rule"]) == (409, "MA-27")
    so_far = await ann.get(f"/api/tables/{table}/replay?seat=0")
    assert views(so_far)[-1] == a.view
    assert views(await bob.get(f"/api/tables/{table}/replay"))[-1]["board"] == a.view["board"]
    assert (await bob.http.get(f"/api/tables/{table}/replay?seat=0")).status_code == 409
    await b.ask("resign")
    await a.until(lambda: a.table["status"] == "over")
    assert a.table["result"]["winners"] == [0]
    assert a.table["secret"]
    record = await bob.http.get(f"/api/tables/{table}/record")
    assert record.text.startswith("tesserae:")
    replay = await bob.get(f"/api/tables/{table}/replay")
    assert len(views(replay)) == len(replay["moves"]) + 1 == 2
    next_one = (await ann.post(f"/api/tables/{table}/rematch"))["id"]
    assert (await bob.post(f"/api/tables/{table}/rematch"))["id"] == next_one
    await a.until(lambda: a.table["next"] == next_one)
    n = await bob.live(next_one)
    assert n.seat == 0  # the starter alternates
    await n.until(lambda: n.table["status"] == "playing")


async def test_chat_is_kept_in_order(ann: Device, bob: Device) -> None:
    table, a, b = await two_at_a_table(ann, bob)
    await a.ask("chat", text="<script>alert(1)</script>")
    await b.ask("chat", text="hi")
    state = json.loads((await bob.live(table)).frames[0])
    assert [said["text"] for said in state["chat"]] == ["<script>alert(1)</script>", "hi"]
    assert (await a.ask("chat", text="x" * 301))["t"] == "refused"


async def test_one_who_vanishes_is_missed(ann: Device, bob: Device) -> None:
    table, a, b = await two_at_a_table(ann, bob)
    await b.close()
    await a.until(lambda: not a.table["seats"][1]["here"])
    await bob.live(table)
    await a.until(lambda: a.table["seats"][1]["here"])


async def test_a_clock_runs_out(ann: Device, bob: Device) -> None:
    _, a, b = await two_at_a_table(ann, bob, clock={"kind": "game", "seconds": 1, "first": 0})
    await b.until(lambda: b.table["status"] == "over")
    assert b.table["result"] == {"winners": [1], "reason": "time", "scores": None}
    await a.until(lambda: a.table["status"] == "over")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({"settings": {"game": "chess"}}, "chess"),
        ({"settings": {"game": "symbol", "options": {"edition": "huge"}}}, "edition"),
        ({"settings": {"game": "symbol", "seats": 9}}, "9"),
        ({"settings": {"game": "symbol", "nonsense": 1}}, "nonsense"),
        ({"settings": {"game": "symbol", "clock": {"kind": "sand"}}}, "sand"),
        ({"settings": {"game": "symbol"}, "players": ["me"]}, "players"),
        ({"settings": {"game": "symbol"}, "players": ["me", "god"]}, "god"),
        ({"settings": {"game": "symbol"}, "players": ["me", "bot:god"]}, "god"),
        ([], "object"),
    ],
)
def test_tables_that_cannot_be(server: Serving, body: Any, text: str) -> None:
    response = server.ask("POST", "/api/tables", json=body)
    assert response.status_code in (400, 409), response.text
    assert text in response.json()["text"]


def test_a_page_makes_a_newcomer_one_person(server: Serving) -> None:
    """Whatever it then asks for at once is asked with its cookie, also by a socket."""
    with httpx.Client(base_url=server.base, timeout=PATIENT) as client:
        assert "set-cookie" not in client.get("/static/js/main.js").headers
        assert "set-cookie" in client.get("/t/abc").headers
        assert "set-cookie" not in client.get("/api/games").headers
        assert "set-cookie" not in client.get("/").headers
    forged = server.get("/", headers={"cookie": "tesserae=somebody.else"})
    assert forged.status_code == 200  # and says so as soon as it asks for something
    assert server.get("/api/me", headers={"cookie": "tesserae=somebody.else"}).status_code == 403


def test_pages_and_health(server: Serving) -> None:
    for path in ("/", "/new", "/settings", "/t/abc"):
        page = server.get(path)
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
        assert "default-src 'self'" in page.headers["content-security-policy"]
        assert "unsafe" not in page.headers["content-security-policy"]
    assert server.get("/health").text == "alive"
    assert server.get("/ready").text == "ready"
    assert "tesserae_events_total" in server.get("/metrics").text
    assert server.get("/static/../server/app.py").status_code == 404
    assert server.get("/nowhere").json()["code"] == "missing"
    lost = server.get("/nowhere", headers={"accept": "text/html,*/*"})  # as a browser asks
    assert (lost.status_code, lost.headers["content-type"].split(";")[0]) == (404, "text/html")
    assert "default-src 'self'" in lost.headers["content-security-policy"]
    assert "/api/tables" in server.get("/schema").json()["paths"]


async def test_settings_stand_above_the_preset(ann: Device) -> None:
    settings = {"game": "consequence", "options": {"reveal_pushed": "receiver", "row_min": 2}}
    made = await ann.post("/api/tables", {"settings": settings, "preset": "open_pushes"})
    assert (await ann.live(made["id"])).table["options"] == {"row_min": 2}
    answer = await ann.http.post("/api/tables", json={"settings": settings, "preset": "free"})
    assert answer.status_code == 400
    assert "there is no preset 'free'" in answer.json()["text"]


async def test_a_private_table_tells_strangers_nothing(ann: Device, bob: Device, eve: Device) -> None:
    table = await ann.table("consequence", watch=False)
    path = f"/api/tables/{table}"
    assert (await eve.get(path))["seats"][0]["kind"] == "person"  # there is a seat for whoever has the link
    await bob.post(f"{path}/join")
    for _ in range(2):
        for more in ("", "/view", "/record", "/replay", "/report", "/code"):
            refused = await eve.http.get(path + more)
            assert (more, refused.status_code, refused.json()["rule"]) == (more, 409, "MA-25")
        for device in (ann, bob):
            assert (await device.get(path))["id"] == table
        await (await ann.live(table)).ask("resign")
    assert table not in str(await eve.get("/api/tables"))
