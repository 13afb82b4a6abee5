"""`python -m tesserae.games.compiling PACKAGE RULES PART TARGET [MODULE]`: compiles a game, or a part of it, and writes
it beside TARGET. Prints its progress: steps done, steps altogether, and what is being done."""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tesserae.engine import jit

jit.plain = True  # before the functions that are to be compiled are defined

from tesserae.engine import artefact, batch, contract, ordering  # noqa: E402
from tesserae.games import games  # noqa: E402

Entry = Callable[..., Any]


def main(package: str, rules: str, part: str, target: str, module: str = "") -> None:
    from tesserae.engine.compiler import abi, linking, lowering
    from tesserae.engine.compiler.sources import sources

    for names in artefact.PARTS.values():
        for name in names:
            import_module(f"tesserae.engine.{name}")
    if module or "." in part:
        import_module(module or part)
    dtype = None if package == artefact.SHARED else _game(package, rules)
    chosen = [entry for entry in jit.entries if _wanted(entry, package, part, dtype)]
    chosen.sort(key=artefact.name_of)
    steps = len(chosen) + 2
    lowering.prepare()
    if dtype is not None:
        lowering.bind(dtype)
    entries: dict[str, Any] = {}
    groups: dict[str, tuple[list[str], list[lowering.Library]]] = {}
    for number, entry in enumerate(chosen):
        name = artefact.name_of(entry)
        print(number, steps, name, flush=True)
        given = abi.parameters(entry, dtype)
        result, library = lowering.lower(entry, tuple(parameter.type for parameter in given))
        text, kind = abi.wrapper(name, result, given)
        wrappers, libraries = groups.setdefault(_group(entry), ([], []))
        wrappers.append(text)
        libraries.append(library)
        entries[name] = {
            "arguments": [parameter.export() for parameter in given],
            "returns": kind,
            "long": jit.functions[entry],
        }
    print(steps - 2, steps, "optimising", flush=True)
    linked = (
        linking.Group(wrappers, ((library.text, library.wide) for library in lowering.reachable(libraries)))
        for wrappers, libraries in groups.values()
    )
    bitcode = linking.link(linked, set(entries))
    print(steps - 1, steps, "writing", flush=True)
    modules = {entry.__module__ for entry in chosen}
    if dtype is not None:  # also those that stand for stubs and that the rules do not import
        modules |= {rules, *(stub[dtype].__module__ for stub in jit.variants.values() if dtype in stub)}
    manifest = {
        "package": package,
        "part": part,
        "sources": sources(package, modules),
        "record": None if dtype is None else _layout(dtype),
        "entries": entries,
        "versions": {name: version(name) for name in ("numba", "llvmlite")},
    }
    artefact.write(Path(target), manifest, bitcode)


def _game(package: str, rules: str) -> Any:
    """The record of a game, whose rules and choices are registered."""
    found = [game for game in games() if game.package == package]
    module: Any = import_module(rules)
    if found:
        module = found[0].rules
        batch.bind(module.STATE, found[0].environment().factored)  # type: ignore[arg-type]
    elif module.STATE not in contract.GAMES:
        contract.register(module, module)
    return module.STATE


def _wanted(entry: Entry, package: str, part: str, dtype: Any) -> bool:
    """Whether an entry point belongs to a part of a game."""
    shared = jit.record_path(entry) is None
    if shared != (dtype is None):
        return False
    if part == artefact.name_of(entry):
        return True
    own = artefact.part_of(entry, package)
    if own != part and not (part == artefact.WHOLE and own in artefact.PARTS):
        return False
    return dtype is None or _useful(entry.__module__.rpartition(".")[2], dtype)


def _useful(module: str, dtype: Any) -> bool:
    """Whether a game has what a kind of search needs."""
    nets = contract.has(dtype, contract.inputs)
    needs = {
        "race": contract.has(dtype, ordering.promising) and nets,
        "alphabeta": contract.has(dtype, ordering.key),
        "guided": contract.has(dtype, ordering.describe),
        "net": nets,
        "ordering": any(contract.has(dtype, one) for one in contract.OPTIONAL if one.__module__ == ordering.__name__),
        "batch": dtype in jit.variants[batch.choices],
    }
    return needs.get(module, True)


def _group(entry: Entry) -> str:
    """What an entry point is optimised together with: random play and environments have the rules to themselves, which
    then fit them as they are called there."""
    module = entry.__module__.rpartition(".")[2]
    return module if module in ("playouts", "batch") else ""


def _layout(dtype: Any) -> dict[str, Any]:
    """The size of a record, and the type and offset of each of its fields."""
    fields = {name: (field.base.str, field.shape, offset) for name, (field, offset, *_) in dtype.fields.items()}
    return {"bytes": dtype.itemsize, "fields": fields}


if __name__ == "__main__":
    main(*sys.argv[1:])
