"""Registering games with the engine."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tesserae.engine import contract, jit, ordering
from tesserae.engine.jit import Ints, Record
from tesserae.games import game, games


def rules_with(dtype: np.dtype[Any], without: str = "") -> ModuleType:
    rules = ModuleType("rules")
    vars(rules)["STATE"] = dtype
    for stub in contract.REQUIRED:
        if stub.__name__ != without:
            setattr(rules, stub.__name__, stub)
    return rules


def record(*names: str) -> np.dtype[Any]:
    return np.dtype((np.record, [(name, np.int64) for name in names]))


@pytest.fixture
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is forgotten after it."""
    for one in games():
        assert one.rules
    monkeypatch.setattr(contract, "GAMES", dict(contract.GAMES))


@pytest.mark.usefixtures("_own_registry")
def test_two_games_with_one_layout_are_refused() -> None:
    contract.register(rules_with(record("test_a", "test_b")))
    with pytest.raises(ValueError, match="layout"):
        contract.register(rules_with(record("test_a", "test_b")))
    contract.register(rules_with(record("test_a", "test_c")))


def test_a_game_that_has_been_registered_cannot_be_again() -> None:
    with pytest.raises(ValueError, match="layout"):
        contract.register(game("consequence").rules)


@pytest.mark.usefixtures("_own_registry")
@pytest.mark.parametrize("name", [stub.__name__ for stub in contract.REQUIRED])
def test_a_missing_function_is_an_error_and_registers_nothing(name: str) -> None:
    dtype = record("test_missing")
    with pytest.raises(AttributeError, match=name):
        contract.register(rules_with(dtype, without=name))
    assert dtype not in contract.GAMES


@pytest.mark.usefixtures("_own_registry")
def test_a_function_with_other_types_is_an_error_and_registers_nothing() -> None:
    def over(s: Record) -> int:
        return 0

    def obvious(s: Record, seat: int, out: Ints) -> int:
        return 0

    for function in (over, obvious):
        dtype = record("test_types")
        rules = rules_with(dtype)
        setattr(rules, function.__name__, function)
        with pytest.raises(TypeError, match=function.__name__):
            contract.register(rules)
        assert dtype not in contract.GAMES


@pytest.mark.usefixtures("_own_registry")
def test_some_functions_are_optional() -> None:
    dtype = record("test_optional")
    contract.register(rules_with(dtype))
    assert not any(contract.has(dtype, stub) for stub in contract.OPTIONAL)


def test_every_function_has_an_entry_point_but_the_one_with_two_results() -> None:
    entries = {(entry.__module__, entry.__name__) for entry in jit.entries}
    stubs = {(stub.__module__, stub.__name__) for stub in (*contract.REQUIRED, *contract.OPTIONAL)}
    assert stubs - entries == {("tesserae.engine.contract", "pick")}


def test_only_games_with_special_searches_have_an_ordering() -> None:
    """Which functions of it each of ours has."""
    found = {
        one.name: [
            stub.__name__
            for stub in contract.OPTIONAL
            if stub.__module__ == ordering.__name__ and contract.has(one.rules.STATE, stub)
        ]
        for one in games()
    }
    assert found == {
        "symbol": ["key", "urgency", "loud", "describe"],
        "symbol_chain": [],
        "sequence": ["promising"],
        "consequence": ["solved"],
    }


def test_functions_take_a_record_or_an_array_of_one() -> None:
    """All of them on one game, first with records, which plain Python deals with."""
    one = game("consequence")
    states = one.blank()
    s = states[0]
    out = np.zeros(4096, np.int64)
    contract.start(s, one.encode(one.resolve({}, 2)), 2, 5)
    assert contract.actors(s) == contract.actors(states) == 1
    assert contract.legal(s, 0, out) == contract.legal(states, 0, out) == 48
    first = int(out[0])
    assert contract.legal_at(s, 0, 0, out) == contract.legal_at(states, 0, 0, out) == 3
    assert contract.allowed(s, 0, first, out)
    assert not contract.allowed(s, 1, first, out)
    action, n = contract.pick(s, 0, s.rng.copy(), out)
    assert (action, n) == contract.pick(states, 0, s.rng.copy(), out)
    assert action == contract.random_action(states, 0, s.rng.copy(), out)
    assert n == 48
    assert contract.allowed(states, 0, action, out)
    assert contract.obvious(s, 0) == contract.obvious(states, 0) == -1
    contract.apply(s, 0, action)
    assert contract.actors(s) == 2
    assert not contract.over(s)
    opinion = np.full(2, np.nan)
    contract.evaluate(s, opinion)
    assert opinion[0] == -opinion[1]
    assert 0 < abs(opinion[0]) < 1
    rng = s.rng.copy()
    contract.hide(s, 0)
    seen = np.full(one.rules.OBSERVATION, np.nan).ravel()
    contract.observe(s, 0, seen)
    assert np.isfinite(seen).all()
    contract.imagine(s, 0, rng)
    contract.returns(s, opinion)
    assert list(opinion) == [0, 0]


def test_generic_allowed_and_pick_work_from_the_legal_list() -> None:
    one = game("consequence")
    s = one.blank()[0]
    out = np.zeros(4096, np.int64)
    contract.start(s, one.encode(one.resolve({}, 2)), 2, 5)
    codes = out[: contract.legal(s, 0, out)].tolist()
    generic = contract.OPTIONAL[contract.allowed]
    assert [code for code in range(1000) if generic(s, 0, code, out)] == codes
    rng = s.rng.copy()
    picks = [contract.OPTIONAL[contract.pick](s, 0, rng, out) for _ in range(600)]
    assert {n for _, n in picks} == {48}
    assert {action for action, _ in picks} == set(codes)
