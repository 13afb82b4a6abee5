"""Rate limits: what counts as one address, and how much a person and an address may do."""

import random
import time

import pytest

from tesserae.server.limits import Buckets, Shares, network


def test_networks() -> None:
    assert network("192.0.2.1") == "192.0.2.1"
    assert network("::ffff:192.0.2.1") == "192.0.2.1"
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert network("fe80::1%eth0") == network("fe80::2")
    assert network("testclient") == "testclient"


def test_buckets_fill_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("tesserae.server.limits.time.monotonic", lambda: now)
    buckets = Buckets(2, 10)
    assert [buckets.take("ann") for _ in range(12)] == [True] * 10 + [False] * 2
    assert buckets.take("bob")
    now += 1
    assert [buckets.take("ann") for _ in range(3)] == [True, True, False]
    now += 100
    assert [buckets.take("ann") for _ in range(12)] == [True] * 10 + [False] * 2


def test_buckets_never_give_more_than_they_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a plain count, with pauses of all lengths: what is forgotten was full."""
    now = 0.0
    monkeypatch.setattr("tesserae.server.limits.time.monotonic", lambda: now)
    chance = random.Random(1)
    buckets, level, before = Buckets(1, 5), 5.0, 0.0
    for _ in range(20_000):
        now += chance.choice((0, 0, 0.125, 0.5, 1, 4, 6))
        level, before = min(5.0, level + now - before), now
        assert buckets.take("ann") == (level >= 1), now
        level -= level >= 1


def test_buckets_stay_small_and_quick_with_a_hundred_thousand_addresses() -> None:
    buckets = Buckets(0.5, 30)
    for number in range(100_000):
        buckets.take(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(buckets) <= 100_000
    looks = []
    for number in range(10_000):
        began = time.perf_counter()
        buckets.take(f"11.{number}")
        looks.append(time.perf_counter() - began)
    assert sorted(looks)[5_000] < 0.000_1
    for number in range(300_000):
        buckets.take(f"12.{number}")
    assert len(buckets) <= 100_000


def test_what_one_person_may_is_not_more_with_more_addresses_and_the_reverse() -> None:
    shares = Shares(0.001, 5, 2)
    assert sum(shares.take("ann", f"10.0.0.{n}") for n in range(20)) == 5
    assert sum(shares.take(f"p{n}", "10.0.1.1") for n in range(20)) == 10
