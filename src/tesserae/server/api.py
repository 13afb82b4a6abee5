"""The HTTP interface: games, people, tables. docs/reference/protocol.md describes it, and /schema, as OpenAPI."""

from importlib.resources import files
from typing import Any, cast

import msgspec
from litestar import Request, Response, Router, get, post, put
from litestar.datastructures import State
from litestar.enums import MediaType
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_202_ACCEPTED, HTTP_204_NO_CONTENT

from tesserae import rulebook
from tesserae.bots import LEVEL_NAMES
from tesserae.errors import BadOption
from tesserae.games import games
from tesserae.games.game import Game
from tesserae.games.options import Choice, Flag, Number, Option
from tesserae.play import Match, Settings, commands
from tesserae.play.deciding import good_name
from tesserae.play.refusals import refuse
from tesserae.record import write
from tesserae.reports import Report
from tesserae.server.bodies import (
    Checked,
    Done,
    GameOut,
    GamesOut,
    LevelIn,
    Link,
    Me,
    Name,
    NewTable,
    OptionOut,
    PlayOn,
    PresetOut,
    Progress,
    Replay,
    SeatIn,
    TableOut,
    TablesOut,
    Token,
)
from tesserae.server.clock import now
from tesserae.server.compression import COMPRESSED
from tesserae.server.identity import guest_name
from tesserae.server.problems import Problem, ProblemOut, impossible
from tesserae.server.scheduler import Account
from tesserae.server.service import Service
from tesserae.server.summary import Summary, shown
from tesserae.server.table import Table

LINK = 600_000  # milliseconds for which a seat link is valid

PROBLEMS = {
    status: ResponseSpec(ProblemOut, description=description)
    for status, description in {
        400: "The request is not well-formed.",
        403: "The cookie or the page is not trusted, or the seat is somebody else's.",
        404: "There is no such table.",
        409: "A rule forbids it; the body names the rule.",
        413: "The request is too large.",
        429: "There are too many requests.",
        503: "The game is still being compiled.",
    }.items()
}

Http = Request[Any, Any, State]


def _service(request: Http) -> Service:
    service: Service = request.app.state.service
    return service


def _person(request: Http) -> str:
    person: str = request.scope["state"]["person"]
    return person


async def _name(request: Http) -> str:
    person = _person(request)
    return await _service(request).store.name(person) or guest_name(person)


async def _table(request: Http, table: str) -> Table:
    live_table = await _service(request).table(table)
    if live_table is None:
        raise Problem(404, "missing", "There is no such table.")
    return live_table


def _check_new_table(request: Http) -> None:
    """Refused if too many tables are created from this address."""
    if not request.app.state.new_tables.take(request.scope["state"]["address"]):
        raise Problem(429, "rate", "These were too many tables; wait a little.")


def _option(option: Option) -> OptionOut:
    out = OptionOut(option.name, "text", option.default, option.help, option.allowed)
    if isinstance(option, Flag):
        out.kind = "flag"
    elif isinstance(option, Number):
        out.kind, out.low, out.high = "number", option.low, option.high
    elif isinstance(option, Choice):
        out.kind, out.values = "choice", list(option.values)
    elif option.suggested:
        out.values = list(option.suggested)
    return out


def _teams(game: Game) -> dict[int, int]:
    """The default number of teams for each number of seats with which there are, or can be, teams."""
    usual = {seats: game.teams(game.resolve({}, seats), seats) for seats in game.seats}
    return usual if any(teams < seats for seats, teams in usual.items()) else {}


def _game(game: Game) -> GameOut:
    return GameOut(
        name=game.name,
        prefix=game.prefix,
        title=game.title,
        about=game.about,
        seats=list(game.seats),
        sides=list(game.sides),
        secrets=game.secrets,
        memory=game.memory,
        options=list(map(_option, game.options)),
        aid=game.aid,
        per_seat=game.per_seat.option if game.per_seat else None,
        referee=game.referee,
        teams=_teams(game),
        presets=[PresetOut(p.name, p.title, p.about, dict(p.options), p.seats, p.referee) for p in game.presets],
        silence=game.silence,
        board=files(game.package).joinpath("web", "board.js").is_file(),
        rulebook=game.name in rulebook.pages(),
    )


@get("/games", responses=PROBLEMS, middleware=[COMPRESSED])
async def list_games(request: Http) -> GamesOut:
    """The games, their options, and the levels of bots."""
    listed = list(map(_game, games()))
    ready = {name: event.is_set() for name, event in _service(request).compiled.ready.items()}
    return GamesOut(listed, list(LEVEL_NAMES), ready, request.app.state.lab is not None)


@get("/me", responses=PROBLEMS)
async def who_am_i(request: Http) -> Me:
    """Your name and id, from the cookie."""
    return Me(await _name(request), _person(request))


@put("/me", responses=PROBLEMS)
async def call_me(request: Http, data: JSONBody[Name]) -> Me:
    """Choose a name."""
    name = good_name(data.name)
    await _service(request).rename(_person(request), name)
    return Me(name, _person(request))


@post("/settings", status_code=HTTP_200_OK, responses=PROBLEMS)
async def check_settings(request: Http, data: JSONBody[Settings]) -> Checked:
    """Whether a table can have these settings; no table is created."""
    try:
        data.check()
    except BadOption as error:
        return Checked(impossible(error))
    return Checked(None)


@post("/tables", status_code=HTTP_201_CREATED, responses=PROBLEMS)
async def create_table(request: Http, data: JSONBody[NewTable]) -> TableOut:
    """Create a table. If all seats are taken, the game starts at once."""
    service: Service = _service(request)
    _check_new_table(request)
    if data.settings.past is not None:  # a client that chooses the seed would know the deal
        raise Problem(400, "bad", "A game goes on from another only by that one's table.")
    settings = data.settings if data.preset is None else data.settings.with_preset(data.preset)
    game, seats, _ = settings.check()
    if not service.compiled.is_ready(game.name):
        raise Problem(503, "compiling", "{game} is being compiled; try again in a minute.", game=game.title)
    players = data.players if data.players is not None else ["me"] + ["open"] * (seats - 1)
    if len(players) != seats:
        raise Problem(400, "bad", "players: there are {seats} seats, not {n}.", seats=seats, n=len(players))
    for player in players:
        if player not in ("me", "open") and not player.startswith("bot:"):
            sentence = "players must be me, open or bot:LEVEL, not {player}."
            raise Problem(400, "bad", sentence, player=repr(player))
    if settings.bot_seconds > service.limits.bot_seconds:
        settings = msgspec.structs.replace(settings, bot_seconds=service.limits.bot_seconds)
    id = await service.create(settings, _person(request), await _name(request), players, data.start)
    return TableOut(id, f"/t/{id}")


@get("/tables", responses=PROBLEMS)
async def list_tables(request: Http) -> TablesOut:
    """Tables that are waiting for players, games that can be watched, and your own tables."""
    store, person = _service(request).store, _person(request)
    public = [shown(kept, person) for kept in await store.open_tables()]
    waiting, running = ([table for table in public if (table.status == "waiting") is w] for w in (True, False))
    return TablesOut(waiting, running, [shown(kept, person) for kept in await store.tables_of(person)])


@get("/tables/{table:str}", responses=PROBLEMS)
async def show_table(request: Http, table: FromPath[str]) -> Summary:
    """One table, as lists show it."""
    kept = await _service(request).store.summary(table)
    if kept is None:
        raise Problem(404, "missing", "There is no such table.")
    return shown(kept, _person(request), private=True)


@get("/tables/{table:str}/view", responses=PROBLEMS)
async def view(request: Http, table: FromPath[str]) -> dict[str, Any] | None:
    """The position as a spectator sees it; null before the game."""
    live_table, person = await _table(request, table), _person(request)
    position: dict[str, Any] | None = await live_table.read_settled(lambda match: match.document(None, person)["view"])
    return position


@post("/tables/{table:str}/forget", status_code=HTTP_204_NO_CONTENT, responses=PROBLEMS)
async def forget(request: Http, table: FromPath[str]) -> None:
    """Remove a table where you play only against bots from your list."""
    live_table, person = await _table(request, table), _person(request)
    if await live_table.read_settled(lambda match: match.others(person)):
        raise Problem(409, "rule", "Others play at this table, too.")
    await _service(request).store.forget_table(person, table)


@post("/tables/{table:str}/join", status_code=HTTP_200_OK, responses=PROBLEMS)
async def join(request: Http, table: FromPath[str], data: JSONBody[SeatIn]) -> Done:
    """Take a seat, or the first open one: the message `sit`, for clients that are not connected to the table yet."""
    return await _ask(request, table, commands.Sit(data.seat))


@post("/tables/{table:str}/start", status_code=HTTP_200_OK, responses=PROBLEMS)
async def start(request: Http, table: FromPath[str], data: JSONBody[LevelIn]) -> Done:
    """Start the game with bots in the open seats: the message `start`, for a shared screen, which has no seat."""
    return await _ask(request, table, commands.Start(data.level))


async def _ask(request: Http, table: str, command: Any) -> Done:
    live_table = await _table(request, table)
    person, name = _person(request), await _name(request)
    return Done(await live_table.ask(lambda: live_table.match.decide(command, person, now(), name)))


@post("/tables/{table:str}/rematch", status_code=HTTP_200_OK, responses=PROBLEMS)
async def rematch(request: Http, table: FromPath[str]) -> TableOut:
    """Create the table of the next game, or join it if it already exists; you are then ready to begin."""
    live_table = await _table(request, table)
    id = await _service(request).rematch(live_table, _person(request))
    return TableOut(id, f"/t/{id}")


@post("/tables/{table:str}/play-on", status_code=HTTP_201_CREATED, responses=PROBLEMS)
async def play_on(request: Http, table: FromPath[str], data: JSONBody[PlayOn]) -> TableOut:
    """Create a table that continues a finished game from a chosen moment, with you in one seat and bots elsewhere."""
    live_table = await _table(request, table)
    _check_new_table(request)
    person = _person(request)
    name, by = await _name(request), account(request, table)
    id = await _service(request).play_on(by, live_table, person, name, data.moves, data.seat, data.level)
    return TableOut(id, f"/t/{id}")


@post("/tables/{table:str}/seat-link", status_code=HTTP_200_OK, responses=PROBLEMS)
async def seat_link(request: Http, table: FromPath[str]) -> Link:
    """A link that moves your seats at this table to the device that opens it first."""
    live_table = await _table(request, table)
    person = _person(request)
    if person not in await live_table.read_settled(lambda match: match.people):
        raise Problem(403, "forbidden", "You have no seat at this table.")
    until = now() + LINK
    token = await _service(request).store.make_link(table, person, until)
    return Link(f"/seat/{table}#{token}", token, until)


@post("/tables/{table:str}/claim", status_code=HTTP_200_OK, responses=PROBLEMS)
async def claim(request: Http, table: FromPath[str], data: JSONBody[Token]) -> Summary:
    """Move the seats of a link to this device."""
    live_table = await _table(request, table)
    if not await _service(request).claim(live_table, data.token, _person(request)):
        raise Problem(403, "forbidden", "This link was used before, or is too old.")
    return await show_table.fn(request, table)


@post("/tables/{table:str}/take-back", status_code=HTTP_200_OK, responses=PROBLEMS)
async def take_back(request: Http, table: FromPath[str]) -> Done:
    """Get back the seats that were moved to another device by your link."""
    live_table, person = await _table(request, table), _person(request)
    return Done(await live_table.ask(lambda: live_table.match.take_back(person, now())))


@get("/tables/{table:str}/record", media_type=MediaType.TEXT, responses=PROBLEMS, middleware=[COMPRESSED])
async def record(request: Http, table: FromPath[str]) -> Response[str]:
    """The record of a game that is over."""
    live_table = await _table(request, table)
    match = await live_table.read_settled(lambda match: _looking(request, live_table, match))
    text = await _service(request).aside(account(request, table), match.record)
    headers = {"content-disposition": f'attachment; filename="{live_table.match.settings.game}-{table}.txt"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@get("/tables/{table:str}/replay", responses=PROBLEMS)
async def replay(request: Http, table: FromPath[str], seat: FromQuery[commands.Seat | None] = None) -> Response[Replay]:
    """The game so far, as the seat saw it; when it is over, with nothing hidden. In a game of memory it is available
    only then, because nobody may look back during the game."""
    live_table = await _table(request, table)
    found = await _service(request).replays.find(live_table, seat, account(request, table))
    return cast(Response[Any], found.answer(request, headers={"cache-control": "private, no-cache"}))


@get(
    "/tables/{table:str}/report",
    middleware=[COMPRESSED],
    responses={
        202: ResponseSpec(Progress, description="It is being computed."),
        500: ResponseSpec(ProblemOut, description="It could not be computed."),
        **PROBLEMS,
    },
)
async def report(request: Http, table: FromPath[str]) -> Response[Report | Progress]:
    """The report of a finished game; 202 while it is being computed."""
    live_table = await _table(request, table)
    answer = await live_table.read_settled(
        lambda match: _reported(request, live_table, _looking(request, live_table, match))
    )
    if answer is None:
        raise Problem(500, "internal", "The report could not be made.")
    if isinstance(answer, Report):
        return Response(answer)
    return Response(Progress(answer), status_code=HTTP_202_ACCEPTED)


def _reported(request: Http, table: Table, match: Match) -> Report | float | None:
    state = match.state
    if match.outcome is None or state is None:
        raise refuse("MA-28")
    return _service(request).reports.find(table.id, lambda: write(state), account(request, table.id))


def account(request: Http, table: str = "") -> Account:
    """The table, person and address that this work is charged to."""
    return Account(request.scope["state"]["address"], _person(request), table)


def _looking(request: Http, table: Table, match: Match) -> Match:
    """The match; Refused if this person may not watch it."""
    match.check_look(None, _person(request))
    return match


api = Router(
    "/api",
    route_handlers=[
        list_games,
        who_am_i,
        call_me,
        check_settings,
        create_table,
        list_tables,
        show_table,
        view,
        forget,
        join,
        start,
        rematch,
        play_on,
        seat_link,
        claim,
        take_back,
        record,
        replay,
        report,
    ],
)
