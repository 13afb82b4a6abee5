"""Write the outlines of the fifty states into games/sequence/web/states.json.

    npm pack us-atlas && tar xzf us-atlas-*.tgz
    python tools/state_outlines.py package/states-10m.json

The npm package us-atlas redistributes the cartographic boundary files of the US Census Bureau, which are in the public
domain, as TopoJSON. Each state is projected for itself, simplified and scaled into a box of 100×100, y downwards as SVG
wants it; what is in the file beside the outlines (names, capitals, colour groups) stays as it is.
"""

import argparse
import json
from itertools import pairwise
from math import cos, hypot, radians
from pathlib import Path
from typing import Any

STATES = Path(__file__).parents[1] / "src/tesserae/games/sequence/web/states.json"
BOX = 100.0
TOLERANCE = 0.55  # how far, in the box, a simplified outline may lie from the real one
SMALLEST = 0.004  # islands below this part of the state's area are left out …
KEPT = 12  # … and all but so many of the largest

Point = tuple[float, float]
Ring = list[Point]


def decode(topology: dict[str, Any]) -> dict[str, list[Ring]]:
    """The outer rings of each state by its English name, in degrees of longitude and latitude."""
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs: list[Ring] = []
    for steps in topology["arcs"]:
        x = y = 0
        arc = []
        for dx, dy in steps:
            x, y = x + dx, y + dy
            arc.append((x * scale[0] + shift[0], y * scale[1] + shift[1]))
        arcs.append(arc)

    def ring(numbers: list[int]) -> Ring:
        points: Ring = []
        for number in numbers:
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            points += arc[1:] if points else arc
        return points

    rings = {}
    for shape in topology["objects"]["states"]["geometries"]:
        polygons = [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]
        rings[shape["properties"]["name"]] = [ring(polygon[0]) for polygon in polygons]
    return rings


def project(rings: list[Ring]) -> list[Ring]:
    """Flat: degrees of longitude shrunk by the cosine of the middle latitude; of Alaska the far west, beyond the
    antimeridian, is moved to where it belongs."""
    latitudes = [y for ring in rings for _, y in ring]
    shrink = cos(radians((min(latitudes) + max(latitudes)) / 2))
    return [[((x - 360 if x > 0 else x) * shrink, -y) for x, y in ring] for ring in rings]


def area(ring: Ring) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))) / 2


def largest(rings: list[Ring]) -> list[Ring]:
    """Without specks; a state keeps the islands that make it recognisable."""
    rings = sorted(rings, key=area, reverse=True)[:KEPT]
    whole = sum(map(area, rings))
    return [ring for ring in rings if area(ring) >= SMALLEST * whole]


def fit(rings: list[Ring]) -> list[Ring]:
    """Scaled into the middle of the box."""
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    scale = BOX / max(width, height)
    left, top = (BOX - width * scale) / 2, (BOX - height * scale) / 2
    return [[((x - min(xs)) * scale + left, (y - min(ys)) * scale + top) for x, y in ring] for ring in rings]


def distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the stretch between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length
    t = min(1.0, max(0.0, t))
    return hypot(point[0] - start[0] - t * dx, point[1] - start[1] - t * dy)


def simplify(points: Ring) -> Ring:
    """Douglas and Peucker: the point farthest from the straight line stays if it is too far off, then both halves."""
    keep = {0, len(points) - 1}
    work = [(0, len(points) - 1)]
    while work:
        first, last = work.pop()
        if last - first < 2:
            continue
        far = max(range(first + 1, last), key=lambda i: distance(points[i], points[first], points[last]))
        if distance(points[far], points[first], points[last]) > TOLERANCE:
            keep.add(far)
            work += [(first, far), (far, last)]
    return [points[i] for i in sorted(keep)]


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def path(rings: list[Ring]) -> str:
    """The `d` of an SVG path, in steps from point to point, a tenth of a unit exact."""
    parts = []
    for ring in rings:
        # A ring begins and ends at the same point; halve it there and at the point farthest from it.
        far = max(range(len(ring)), key=lambda i: (ring[i][0] - ring[0][0]) ** 2 + (ring[i][1] - ring[0][1]) ** 2)
        points = simplify(ring[: far + 1])[:-1] + simplify(ring[far:])[:-1]
        rounded = [(round(x, 1), round(y, 1)) for x, y in points]
        if len(rounded) < 3:
            continue
        text = f"M{number(rounded[0][0])} {number(rounded[0][1])}l"
        steps = [f"{number(b[0] - a[0])} {number(b[1] - a[1])}" for a, b in pairwise(rounded) if a != b]
        parts.append(text + " ".join(steps).replace(" -", "-") + "z")
    return "".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("topology", type=Path, help="states-10m.json of the npm package us-atlas")
    topology = json.loads(parser.parse_args().topology.read_text("utf-8"))
    rings = decode(topology)
    data = json.loads(STATES.read_text("utf-8"))
    for state in data["states"]:
        state["outline"] = path(fit(largest(project(rings[state["name"]]))))
    STATES.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(sum(len(state["outline"]) for state in data["states"]), "bytes of outlines")


if __name__ == "__main__":
    main()
