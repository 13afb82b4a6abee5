"""Positions to try things out on, without a table; the rulebook and the guides use them. Nothing is stored.

Clients send the position themselves, so nothing in it is secret.
"""

import asyncio
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from tesserae import rulebook
from tesserae.errors import Refused, explained
from tesserae.games import game as find
from tesserae.games.effects import plain
from tesserae.play import commands
from tesserae.play.queries import Question, answer
from tesserae.record import replay
from tesserae.server.api import PROBLEMS, Http, account
from tesserae.server.compression import COMPRESSED
from tesserae.server.problems import Problem, RefusalOut
from tesserae.server.service import Service
from tesserae.state import ALL, State, load

Text = Annotated[str, msgspec.Meta(max_length=100)]
Looking = commands.Seat | Literal["all"] | None

MOST = 60  # actions of one study
QUESTIONS = 10  # the most at once


class Study(msgspec.Struct, forbid_unknown_fields=True):
    """A position, actions to do in it, and queries about the result. `seat`: the viewer; `all`: nothing is hidden."""

    position: dict[str, Any]
    seat: Looking = None
    actions: Annotated[list[tuple[commands.Seat | None, Text]], msgspec.Meta(max_length=MOST)] = []
    since: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = MOST
    queries: Annotated[list[Question], msgspec.Meta(max_length=QUESTIONS)] = []


class Studied(msgspec.Struct):
    """`views`: the position after `since` actions and after each later one; `effects`: what each action did; `done`:
    how many actions were possible; `refused`: why the next one was not; `answers`: to the queries, as at a table."""

    views: list[dict[str, Any]]
    effects: list[list[dict[str, Any]]]
    done: int
    refused: RefusalOut | None
    answers: list[dict[str, Any]]


@post("/study", status_code=HTTP_200_OK, responses=PROBLEMS)
async def study(request: Http, data: JSONBody[Study]) -> Studied:
    """Try something out on a position of your own."""
    name = data.position.get("game")
    if isinstance(name, str):
        _compiled(request, name)
    service: Service = request.app.state.service
    return await service.aside(account(request), lambda: _study(data))


def _compiled(request: Http, name: str) -> None:
    game = find(name)
    if not request.app.state.service.compiled.is_ready(game.name):
        raise Problem(503, "compiling", "{game} is being compiled; try again in a minute.", game=game.title)


def _study(data: Study) -> Studied:
    state = load(data.position)
    viewer = ALL if data.seat == "all" else data.seat
    since = min(data.since, len(data.actions))
    states, effects, refused = [state], [], None
    try:
        for step in replay(state, data.actions):
            states.append(step.after)
            effects.append(plain(step.effects(viewer)))
    except Refused as error:
        refused = error
    state = states[-1]
    views = [_view(one, viewer) for one in states[since:] or [state]]
    said = None if refused is None else RefusalOut(**explained(refused))
    return Studied(views, effects, len(effects), said, [_answer(state, question) for question in data.queries])


def _answer(state: State, question: Question) -> dict[str, Any]:
    try:
        return answer(state, question, True)
    except Refused as refused:
        return {"t": "refused", **explained(refused)}


def _view(state: State, viewer: int | None) -> dict[str, Any]:
    return state.reveal() if viewer == ALL else state.view(viewer)


class Section(msgspec.Struct):
    id: str
    title: str


class PageOut(msgspec.Struct):
    """A page of the rulebook. `boards`: the boards in it; `view` is null while the game is being compiled."""

    name: str
    title: str
    html: str
    sections: list[Section]
    boards: dict[str, dict[str, Any]]


@get("/rulebook/{language:str}/{name:str}", responses=PROBLEMS)
async def rules(request: Http, language: FromPath[str], name: FromPath[str]) -> PageOut:
    """A page of the rulebook, in English or German."""
    if language not in rulebook.LANGUAGES or name not in rulebook.pages():
        raise Problem(404, "missing", "There is no such page.")
    ready = request.app.state.service.compiled.ready
    page = await asyncio.to_thread(rulebook.page, language, name)
    boards = {}
    for key, board in rulebook.boards(name).items():
        compiled = ready[board["position"]["game"]].is_set()
        boards[key] = {**board, "view": await asyncio.to_thread(_shown, name, key) if compiled else None}
    sections = [Section(*section) for section in page.sections]
    return PageOut(name, page.title, page.html, sections, boards)


@cache
def _shown(name: str, key: str) -> dict[str, Any]:
    """A board in the rulebook."""
    board = rulebook.boards(name)[key]
    state = load(board["position"])
    for step in replay(state, board.get("actions", ())):
        state = step.after
    return _view(state, ALL if board.get("seat") == "all" else board.get("seat"))


router = Router("/api", route_handlers=[study, rules], middleware=[COMPRESSED])
