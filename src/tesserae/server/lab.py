"""The lab in the browser: runs of many games at the lowest priority, one run at a time for each person, kept in memory.

It is off unless the server was started with `--lab`. Games are played by the worker processes of the bots when these
have nothing else to do. If somebody at a table has to wait, the game is abandoned and played again later.
"""

import asyncio
import logging
import time
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_201_CREATED

from tesserae.bots.levels import check_level
from tesserae.games import game as find
from tesserae.lab.plan import Plan, check, variants
from tesserae.lab.playing import Row
from tesserae.server.api import PROBLEMS, Http, account
from tesserae.server.compression import COMPRESSED
from tesserae.server.problems import Problem
from tesserae.server.scheduler import Account, Kind
from tesserae.server.service import Service, new_id
from tesserae.server.thinkers import lab_game, lab_page, lab_results

log = logging.getLogger("tesserae.lab")

MOST = 2000  # games per rule set
KEPT = 20  # runs that are kept, of all people together
LOOKED = 300.0  # seconds after which a run that nobody looks at ends with the results so far
PIECE = 1.0  # seconds that a game takes a worker, about
AGAIN = 0.2  # seconds before an abandoned game is played again
GROWTH = 1.15  # estimates are computed again when there are this many times as many games
SHOWN = (
    *("completion", "draws", "balance", "luck", "turns", "minutes", "branching"),
    *("lead_changes", "comeback", "decided"),
)

Language = Literal["en", "de"]
Name = Annotated[str, msgspec.Meta(max_length=100)]


class NewRun(msgspec.Struct, forbid_unknown_fields=True):
    """What to play: presets to compare with each other, or none for the default rules, and options for all of them."""

    game: Name
    presets: Annotated[list[Name], msgspec.Meta(max_length=4)] = []
    options: dict[str, Any] = {}
    seats: int | None = None
    level: Name = "club"
    games: Annotated[int, msgspec.Meta(ge=2, le=MOST)] = 100


class RunOut(msgspec.Struct):
    id: str


class MetricOut(msgspec.Struct):
    """A metric with its 95 % interval, as text; if it is a share from 0 to 1, `range` has the numbers."""

    name: str
    value: str
    low: str
    high: str
    range: tuple[float, float, float] | None


class CellOut(msgspec.Struct):
    variant: str
    games: int
    metrics: list[MetricOut]


class ProgressOut(msgspec.Struct):
    """The progress of a run; `failed`: it ended with an error. The report is available when it is done."""

    played: int
    planned: int
    done: bool
    failed: bool
    cells: list[CellOut]


class Run:
    """A run, and its results so far."""

    def __init__(self, plan: Plan, person: str) -> None:
        self.plan, self.person = plan, person
        self.jobs = plan.jobs()
        self.rows: list[Row] = []
        self.results: dict[str, Any] | None = None
        self.looked = time.monotonic()
        self.done = self.failed = False


class Lab:
    """All runs of this process."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.runs: dict[str, Run] = {}

    def begin(self, plan: Plan, account: Account) -> str:
        if any(run.person == account.person and not run.done for run in self.runs.values()):
            raise Problem(409, "busy", "You have a run in the lab already; wait until it is done.")
        for old in [id for id, run in self.runs.items() if run.done][: max(0, len(self.runs) - KEPT + 1)]:
            del self.runs[old]
        if len(self.runs) >= KEPT:
            raise Problem(429, "rate", "The lab is full; try again later.")
        id, run = new_id(), Run(plan, account.person)
        self.runs[id] = run
        self._service.start(self._carry_out(run, account))
        return id

    async def _carry_out(self, run: Run, account: Account) -> None:
        try:
            known = 0
            for job in run.jobs:
                if time.monotonic() - run.looked > LOOKED:
                    break
                while (row := await self._think(account, lab_game, job)) is None:
                    await asyncio.sleep(AGAIN)
                run.rows.append(row)
                if len(run.rows) >= max(4 * len(run.plan.variants), known * GROWTH):
                    known = len(run.rows)
                    run.results = await self._think(account, lab_results, (run.plan, list(run.rows)))
            if run.rows:
                run.results = await self._think(account, lab_results, (run.plan, list(run.rows)))
        except Exception:
            log.exception("a run of the lab")
            run.failed = True
        finally:
            run.done = True

    async def _think(self, account: Account, function: Any, argument: Any) -> Any:
        return await self._service.thinkers.think(Kind.LAB, account, function, argument, PIECE)

    async def report(self, run: Run, account: Account, language: str) -> str:
        text: str = await self._think(account, lab_page, (run.results, language))
        return text


def _lab(request: Http) -> Lab:
    lab: Lab | None = request.app.state.lab
    if lab is None:
        raise Problem(403, "closed", "The lab is not open on this server.")
    return lab


def _run(request: Http, id: str) -> Run:
    run = _lab(request).runs.get(id)
    if run is None:
        raise Problem(404, "missing", "There is no such run.")
    run.looked = time.monotonic()
    return run


@post("/lab", status_code=HTTP_201_CREATED, responses=PROBLEMS)
async def begin(request: Http, data: JSONBody[NewRun]) -> RunOut:
    """Start a run of many games, if the server allows it."""
    lab = _lab(request)
    game = find(data.game)
    if not request.app.state.service.compiled.is_ready(game.name):
        raise Problem(503, "compiling", "{game} is being compiled; try again in a minute.", game=game.title)
    check_level(data.level)
    factors = {"preset": data.presets} if data.presets else {}
    rules = variants(game, data.options, data.seats, factors)
    plan = check(Plan(game.name, rules, [data.level], games=data.games))
    return RunOut(lab.begin(plan, account(request)))


@get("/lab/{run:str}", responses=PROBLEMS)
async def progress(request: Http, run: FromPath[str], language: FromQuery[Language] = "en") -> ProgressOut:
    """The progress of a run, and its results so far."""
    study = _run(request, run)
    cells = [] if study.results is None else shown(study.results, language)
    return ProgressOut(len(study.rows), len(study.jobs), study.done, study.failed, cells)


@get("/lab/{run:str}/report", responses=PROBLEMS, media_type=MediaType.HTML)
async def report(request: Http, run: FromPath[str], language: FromQuery[Language] = "en") -> Response[str]:
    """The report of a finished run, as an HTML file."""
    study = _run(request, run)
    if not study.done or study.results is None:
        raise Problem(409, "early", "The run is not done yet.")
    text = await _lab(request).report(study, account(request), language)
    kept = {"content-disposition": f'attachment; filename="{study.plan.game}-lab.html"'}
    return Response(text, media_type=MediaType.HTML, headers=kept)


def shown(results: dict[str, Any], language: str) -> list[CellOut]:
    """The estimates as the page shows them."""
    from tesserae.lab.wording import Metric, Number

    game = find(results["plan"]["game"])
    seats = {one["name"]: one["seats"] for one in results["plan"]["variants"]}
    cells = []
    for cell in results["cells"]:
        names = [*(f"score.{side}" for side in range(cell["sides"])), *SHOWN]
        metrics = []
        for name in names:
            one = cell["metrics"][name]
            metric = Metric(name, game, cell["sides"], seats[cell["variant"]])
            value, low, high = (
                Number(one[key], share=metric.share).write(language) for key in ("value", "low", "high")
            )
            whole = metric.share and None not in (one["value"], one["low"], one["high"])
            metrics.append(
                MetricOut(
                    metric.write(language), value, low, high, (one["low"], one["value"], one["high"]) if whole else None
                )
            )
        cells.append(CellOut(cell["variant"], cell["games"], metrics))
    return cells


router = Router("/api", route_handlers=[begin, progress, report], middleware=[COMPRESSED])
