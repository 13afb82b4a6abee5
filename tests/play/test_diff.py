"""Changes between documents."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tesserae.play import apply, changes

leaves = st.none() | st.just(True) | st.integers(2, 5) | st.text("ab", max_size=2) | st.lists(st.integers(0, 2))
documents = st.recursive(
    st.dictionaries(st.sampled_from("abcd"), leaves, max_size=4),
    lambda inside: st.dictionaries(st.sampled_from("abcd"), leaves | inside, max_size=4),
)


@given(documents, documents)
def test_changes_lead_from_the_old_to_the_new(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = json.dumps(old)
    found = json.loads(json.dumps(changes(old, new)))
    result = apply(old, found)
    assert json.dumps(result, sort_keys=True) == json.dumps(new, sort_keys=True)
    assert json.dumps(old) == before
    assert (found == []) == (json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True))


def test_only_what_changed_is_named() -> None:
    old = {"view": {"board": {"b2": "b?", "c3": "r?"}, "turn": 0}, "table": {"seats": [1, 2]}}
    new = {"view": {"board": {"c3": "r?", "d4": "r?"}, "turn": 0}, "table": {"seats": [1, 3]}}
    assert changes(old, new) == [
        [["view", "board", "d4"], "r?"],
        [["view", "board", "b2"]],
        [["table", "seats"], [1, 3]],
    ]
