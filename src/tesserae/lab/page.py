"""The report of a run as one HTML file: no network, no scripts, light and dark, printable, in two languages."""

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from tesserae.games import game as find
from tesserae.games.game import Game
from tesserae.games.options import named
from tesserae.lab import charts
from tesserae.lab.measures import GROUPS
from tesserae.lab.wording import LANGUAGES, Level, Metric, Number, Piece, Who, both, say, written

Results = Mapping[str, Any]
TOLD = 6  # differences of one comparison that the summary mentions
MAPS = 4  # boards drawn at most: each can be large
TOP = 3
SEVERAL = 5  # games after which it is worth telling what an opening scored
INLINE = "tspan"  # the element for text in a chart

Sentence = tuple[str, dict[str, Any]]


class Report:
    """What the parts of a page share."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.plan = results["plan"]
        self.game: Game = find(self.plan["game"])
        self.seats = {one["name"]: one["seats"] for one in self.plan["variants"]}

    def who(self, cell: Results, side: int) -> Who:
        return Who(self.game, side, cell["sides"], self.seats[cell["variant"]])

    def metric(self, name: str, variant: str | None = None) -> Metric:
        cells = [cell for cell in self.results["cells"] if variant in (None, cell["variant"])]
        cell = cells[0] if cells else self.results["cells"][0]
        return Metric(name, self.game, cell["sides"], self.seats[cell["variant"]])

    # --- In sentences ---

    def summary(self) -> list[Sentence]:
        sentences: list[Sentence] = []
        for cell in self.results["cells"]:
            sentences += self._cell(cell)
        for one in self.results["skill"]:
            values = _range(one, True)
            score = Number(one["value"], share=True)
            sentences.append(
                ("sum.skill", {"variant": one["variant"], "n": one["simulations"], "score": score, **values})
            )
        sentences += self._changes()
        if len(self.plan["levels"]) == 1:
            sentences.append(("sum.one_level", {}))
        return sentences

    def _cell(self, cell: Results) -> list[Sentence]:
        metrics = cell["metrics"]
        names = {"variant": cell["variant"], "level": Level(cell["level"]), "games": Number(cell["games"], whole=True)}
        sentences: list[Sentence] = [("sum.cell", names)]
        even = 1 / cell["sides"]
        sides = [metrics[f"score.{side}"] for side in range(cell["sides"])]
        known = [side for side, one in enumerate(sides) if one["value"] is not None]
        if known:
            best = max(known, key=lambda side: sides[side]["value"])
            one = sides[best]
            values: dict[str, Any] = _range(one, True)
            values |= {"score": Number(one["value"], share=True), "even": Number(even, share=True)}
            favoured = one["low"] is not None and one["low"] > even
            sentences.append(("sum.favoured" if favoured else "sum.even", {"who": self.who(cell, best), **values}))
            more = cell["needed"]["more"]
            points = Number(100 * cell["needed"]["difference"], whole=True)
            if not favoured and more is not None:
                key = "sum.needed" if more else "sum.enough"
                sentences.append((key, {"points": points, "more": Number(_about(more), whole=True)}))
        lengths = cell["quantiles"]["turns"]
        turns = {"turns": Number(metrics["turns"]["value"]), "minutes": Number(metrics["minutes"]["value"])}
        ends = {name: Number(lengths[name]["value"], whole=True) for name in ("p5", "p95")}
        sentences.append(("sum.length", {**turns, **_range(metrics["turns"]), **ends}))
        if metrics["completion"]["value"] < 1:
            share = Number(1 - metrics["completion"]["value"], share=True)
            sentences.append(
                ("sum.unfinished", {"share": share, "limit": Number(self.plan.get("limit", 2000), whole=True)})
            )
        draws = metrics["draws"]
        sentences.append(("sum.draws", {"draws": Number(draws["value"], share=True), **_range(draws, True)}))
        if metrics["lead_changes"]["value"] is not None:
            changes, back = metrics["lead_changes"], Number(metrics["comeback"]["value"])
            sentences.append(("sum.tension", {"n": Number(changes["value"]), **_range(changes), "comeback": back}))
        luck = metrics["luck"]
        if luck["low"]:  # otherwise there may be none, as in a game without chance
            sentences.append(("sum.luck", {"luck": Number(luck["value"], share=True), **_range(luck, True)}))
        return sentences

    def _changes(self) -> list[Sentence]:
        sentences: list[Sentence] = []
        for pair, some in _grouped(self.results["variants"], ("level", "from", "to")).items():
            level, one, other = pair
            names = {"level": Level(level), "from": one, "to": other}
            seen = sorted((gap for gap in some if gap["seen"]), key=_strength)[:TOLD]
            sentences += [("sum.difference", {**names, **self._change(gap, other)}) for gap in seen]
            if not seen:
                sentences.append(("sum.same", names))
        for pair, some in _grouped(self.results["levels"], ("variant", "from", "to")).items():
            variant, one, other = pair
            seen = sorted((gap for gap in some if gap["seen"]), key=_strength)[:TOLD]
            if seen:
                listed = Listed([self.metric(gap["metric"], variant) for gap in seen])
                names = {"variant": variant, "from": Level(one), "to": Level(other)}
                sentences.append(("sum.levels", {**names, "metrics": listed}))
        retest = [one for one in self.results["retest"] if one["seen"]]
        for gap in sorted(retest, key=_strength)[:TOLD]:
            names = {"variant": gap["variant"], "level": Level(gap["level"])}
            sentences.append(("sum.retest", {**names, **self._change(gap, gap["variant"])}))
        if self.results["retest"] and not retest:
            sentences.append(("sum.retest_same", {}))
        return sentences

    def _change(self, one: Results, variant: str) -> dict[str, Any]:
        metric = self.metric(one["metric"], variant)
        numbers = {name: Number(one[name], metric.share, True) for name in ("value", "low", "high")}
        return {"metric": metric, **numbers}

    # --- As HTML ---

    def body(self) -> str:
        parts: list[Callable[[], str]] = [
            self._summary,
            self._advantage,
            self._numbers,
            lambda: self._differences("variants", "differences", ("level", "to")),
            lambda: self._differences("retest", "differences.retest", ("variant", "level")),
            lambda: self._differences("levels", "differences.levels", ("variant", "to")),
            self._lengths,
            self._maps,
            self._curves,
            self._ends,
            self._openings,
            self._pieces,
            self._skill,
            self._definitions,
        ]
        return "".join(made for make in parts if (made := make()))

    def _summary(self) -> str:
        lines: list[str] = []
        for key, values in self.summary():
            text = both(key, **values)
            lines.append(f"<h3>{text}</h3>" if key == "sum.cell" else f"<p>{text}</p>")
        return _section("summary", "".join(lines), about="")

    def _advantage(self) -> str:
        figures = []
        for cell in self.results["cells"]:
            lines = []
            for side in range(cell["sides"]):
                one = cell["metrics"][f"score.{side}"]
                if None not in (one["value"], one["low"], one["high"]):
                    name = written(self.who(cell, side), INLINE)
                    lines.append((name, side, one["value"], one["low"], one["high"]))
            if lines:
                drawn = charts.intervals(lines, 1 / cell["sides"], say("en", "advantage"))
                figures.append(_figure(_named(cell), drawn))
        return _section("advantage", "".join(figures))

    def _numbers(self) -> str:
        cells = self.results["cells"]
        head = "".join(f'<th scope="col">{_named(cell)}</th>' for cell in cells)
        rows = []
        most = max(cells, key=lambda cell: cell["sides"])
        scores = [f"score.{side}" for side in range(most["sides"])]
        for group, names in GROUPS.items():
            rows.append(f'<tr><th scope="colgroup" colspan="{len(cells) + 1}">{both(f"group.{group}")}</th></tr>')
            for name in [*scores, *names] if group == "result" else names:
                metric = self.metric(name, most["variant"])
                values = "".join(f"<td>{_value(cell['metrics'].get(name), metric.share)}</td>" for cell in cells)
                rows.append(f'<tr><th scope="row">{written(metric)}</th>{values}</tr>')
        return _section("numbers", _table(f'<th scope="col">{both("metric")}</th>{head}', rows), about="")

    def _differences(self, kind: str, title: str, where: tuple[str, ...]) -> str:
        gaps = self.results[kind]
        if not gaps:
            return ""
        seen = [one for one in gaps if one["seen"]]
        number = Number(len(gaps), whole=True)
        if not seen:
            return _section(title, f"<p>{both('differences.none', n=number)}</p>", about="")
        columns = ("metric", "change", "interval", "corrected")
        head = "".join(f'<th scope="col">{both(name)}</th>' for name in columns)
        groups: dict[str, list[str]] = {}
        for one in seen:
            change = self._change(one, one.get("variant") or one["to"])
            place = ", ".join(written(Level(one[name])) if name == "level" else escape(one[name]) for name in where)
            if kind == "levels":
                place = f"{escape(one['variant'])}: {written(Level(one['from']))} → {written(Level(one['to']))}"
            span = f"{written(change['low'])} … {written(change['high'])}"
            p = written(Number(one["holm"]))
            cells = f"<td>{written(change['value'])}</td><td>{span}</td><td>{p}</td>"
            rows = groups.setdefault(place, [f'<tr><th scope="colgroup" colspan="{len(columns)}">{place}</th></tr>'])
            rows.append(f'<tr><th scope="row">{written(change["metric"])}</th>{cells}</tr>')
        rows = [row for group in groups.values() for row in group]
        return _section(title, f"<p>{both('differences.about', n=number)}</p>" + _table(head, rows), about="")

    def _lengths(self) -> str:
        figures = []
        for cell in self.results["cells"]:
            lengths = cell["quantiles"]["turns"]
            drawn = charts.histogram(cell["histogram"], lengths["p50"]["value"], say("en", "lengths"))
            listed = ", ".join(
                f"{name} {written(Number(one['value'], whole=True))} "
                f"({written(Number(one['low'], whole=True))}–{written(Number(one['high'], whole=True))})"
                for name, one in lengths.items()
            )
            figures.append(_figure(f"{_named(cell)}: {listed} {both('turns')}", drawn))
        return _section("lengths", "".join(figures))

    def _maps(self) -> str:
        options = {one["name"]: one.get("options", {}) for one in self.plan["variants"]}
        figures = []
        for cell in [cell for cell in self.results["cells"] if cell["level"] == self.plan["levels"][0]][:MAPS]:
            name = cell["variant"]
            picture = charts.heat(self.game.name, self.seats[name], options[name], cell["squares"])
            if picture is not None:
                top = ", ".join(sorted(cell["squares"], key=lambda square: (-cell["squares"][square], square))[:TOP])
                image = f'<img src="{picture}" alt="{escape(say("en", "maps.alt", top=top))}">'
                figures.append(_figure(_named(cell), image))
        return _section("maps", f'<div class="boards">{"".join(figures)}</div>') if figures else ""

    def _curves(self) -> str:
        figures = []
        for cell in self.results["cells"]:
            if cell["level"] != self.plan["levels"][-1]:
                continue
            for one in cell["examples"]:
                name = f"game-{one['number'] + 1}.txt"
                link = f'<a download="{name}" href="data:text/plain;charset=utf-8,{quote(one["record"])}">'
                legend = ", ".join(
                    f'<span class="key key{side % 4}">{written(self.who(cell, side))}</span>'
                    for side in range(cell["sides"])
                )
                title = f"{both('example.' + one['kind'])} ({_named(cell)}): {legend}; {link}{both('record')}</a>"
                figures.append(_figure(title, charts.curve(one["values"], say("en", "curves"))))
        if not figures:
            return ""
        about = f"<p>{both('curves.about', n=Number(self.plan.get('judge', 400), whole=True))}</p>"
        return _section("curves", about + "".join(figures), about="")

    def _ends(self) -> str:
        cells = self.results["cells"]
        names = {name: None for cell in cells for name in cell["metrics"] if name.startswith(("reason.", "kind."))}
        order = sorted(names, key=lambda name: (name.startswith("kind."), name))
        head = "".join(f'<th scope="col">{_named(cell)}</th>' for cell in cells)
        rows = [
            f'<tr><th scope="row">{written(self.metric(name))}</th>'
            + "".join(f"<td>{_value(cell['metrics'].get(name), True)}</td>" for cell in cells)
            + "</tr>"
            for name in order
        ]
        return _section("ends", _table(f'<th scope="col">{both("metric")}</th>{head}', rows))

    def _openings(self) -> str:
        head = "".join(f'<th scope="col">{both(name)}</th>' for name in ("actions", "games", "points"))
        tables = []
        for cell in self.results["cells"]:
            if cell["level"] != self.plan["levels"][-1]:
                continue
            for side, openings in enumerate(cell["openings"]):
                rows = [
                    f'<tr><th scope="row"><code>{escape(one["actions"] or "–")}</code></th><td>{one["games"]}</td>'
                    f"<td>{_value(one, True)}</td></tr>"
                    for one in openings
                    if one["games"] >= SEVERAL
                ]
                title = f"{_named(cell)}: {written(self.who(cell, side))}"
                if rows:
                    tables.append(f"<h3>{title}</h3>{_table(head, rows)}")
        return _section("openings", "".join(tables)) if tables else ""

    def _pieces(self) -> str:
        head = "".join(f'<th scope="col">{both(name)}</th>' for name in ("piece", "came", "went", "stayed"))
        tables = []
        for cell in self.results["cells"]:
            rows = []
            for piece, one in cell["pieces"].items():
                stayed = Number(max(0.0, 1 - one["went"] / one["came"]), share=True) if one["came"] else Number(None)
                numbers = f"<td>{one['came']}</td><td>{one['went']}</td><td>{written(stayed)}</td>"
                name = Piece(self.game, piece)
                code = f" <code>{escape(piece)}</code>" if name.write("en") != piece else ""
                rows.append(f'<tr><th scope="row">{written(name)}{code}</th>{numbers}</tr>')
            if rows:
                tables.append(f"<h3>{_named(cell)}</h3>{_table(head, rows)}")
        return _section("pieces", "".join(tables)) if tables else ""

    def _skill(self) -> str:
        if not self.results["skill"]:
            return ""
        rows = []
        for one in self.results["skill"]:
            match = escape(f"{one['variant']}: {2 * one['simulations']} : {one['simulations']}")
            elo = Number(_elo(one["value"]), change=True, whole=True)
            values = f"<td>{one['games']}</td><td>{_value(one, True)}</td><td>{written(elo)}</td>"
            rows.append(f'<tr><th scope="row">{match}</th>{values}</tr>')
        head = "".join(f'<th scope="col">{both(name)}</th>' for name in ("match", "games", "points"))
        return _section("skill", _table(head + '<th scope="col">Elo</th>', rows))

    def _definitions(self) -> str:
        names = ["score", *(name for group in GROUPS.values() for name in group)]
        listed = "".join(
            f"<dt>{written(self.metric('score.0' if name == 'score' else name))}</dt><dd>{both(f'define.{name}')}</dd>"
            for name in names
        )
        return _section("definitions", f"<dl>{listed}</dl>")

    def about(self) -> str:
        ((unit, amount),) = self.plan.get("budget", {"simulations": 2000}).items()
        values = {"played": Number(self.results["played"], whole=True), "seed": self.plan.get("seed", 0)}
        budget = Said(f"budget.{unit}", {"n": Number(amount, whole=unit == "simulations")})
        told = both("about", **values, budget=budget, version=self.results["tesserae"])
        stopped = ""
        if self.results["played"] < self.results["planned"]:
            played, planned = (Number(self.results[name], whole=True) for name in ("played", "planned"))
            stopped = f'<p class="warning">{both("stopped", played=played, planned=planned)}</p>'
        return f"<p>{told}</p>{self._rules()}{stopped}"

    def _rules(self) -> str:
        """The options of each variant, where its name does not say them all."""
        lines = []
        for one in self.plan["variants"]:
            options = one.get("options", {})
            words = [f"{name}={named(self.game.options, name).write(value)}" for name, value in options.items()]
            if any(word not in one["name"] for word in words):
                lines.append(f"<li>{escape(one['name'])}: <code>{escape(', '.join(words))}</code></li>")
        return f'<ul class="rules">{"".join(lines)}</ul>' if lines else ""


class Said:
    """A sentence that is inserted into another."""

    def __init__(self, key: str, values: dict[str, Any]) -> None:
        self.key, self.values = key, values

    def write(self, language: str) -> str:
        return say(language, self.key, **self.values)


class Listed:
    """Names, with commas between them."""

    def __init__(self, names: Sequence[Metric]) -> None:
        self.names = names

    def write(self, language: str) -> str:
        return ", ".join(name.write(language) for name in self.names)


def _range(one: Results, share: bool = False) -> dict[str, Number]:
    return {name: Number(one[name], share=share, bare=name == "low") for name in ("low", "high")}


def _about(number: int) -> int:
    """Rounded to two digits, because it is an estimate."""
    step = 10 ** max(0, len(str(number)) - 2)
    return round(number / step) * step


def _strength(one: Results) -> float:
    """The differences that are largest for their uncertainty come first."""
    width = (one["high"] or 0.0) - (one["low"] or 0.0)
    return -abs(one["value"]) / width if width else -math.inf


def _grouped(some: Sequence[Results], keys: tuple[str, ...]) -> dict[tuple[str, ...], list[Results]]:
    groups: dict[tuple[str, ...], list[Results]] = {}
    for one in some:
        groups.setdefault(tuple(one[key] for key in keys), []).append(one)
    return groups


def _elo(score: float) -> float | None:
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None


def _named(cell: Results) -> str:
    return both("cell", variant=cell["variant"], level=Level(cell["level"]))


def _value(one: Results | None, share: bool) -> str:
    if one is None or one["value"] is None:
        return "–"
    value = written(Number(one["value"], share=share))
    low, high = (written(number) for number in _range(one, share).values())
    return f'{value} <span class="range">{low}–{high}</span>'


def _figure(title: str, drawn: str) -> str:
    return f"<figure><figcaption>{title}</figcaption>{drawn}</figure>"


def _table(head: str, rows: Sequence[str]) -> str:
    inner = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="wide" tabindex="0"><table>{inner}</table></div>'


def _section(title: str, inner: str, about: str | None = None) -> str:
    intro = f"<p>{both(f'{title}.about')}</p>" if about is None else about
    return f'<section id="{title.replace(".", "-")}"><h2>{both(title)}</h2>{intro}{inner}</section>'


def sentences(results: Results, language: str) -> list[str]:
    """The summary, for a terminal."""
    return [say(language, key, **values) for key, values in Report(results).summary()]


def page(results: Results, language: str = "en") -> str:
    """The whole report. It contains both languages and shows the chosen one."""
    report = Report(results)
    style = files("tesserae.lab").joinpath("page.css").read_text("utf-8")
    switch = "".join(
        f'<label><input type="radio" name="language" id="in-{one}"{" checked" if one == language else ""}>'
        f"{say(one, 'language')}</label>"
        for one in LANGUAGES
    )
    title = both("title", game=report.game.title)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(say(language, 'title', game=report.game.title))}</title><style>{style}</style></head>"
        f'<body><form class="languages">{switch}</form><header><h1>{title}</h1>{report.about()}</header>'
        f"<main>{report.body()}</main></body></html>\n"
    )
