"""The differences between two documents, small enough to be sent after every move."""

from typing import Any

Change = list[Any]  # [path, value], or [path] for a removed key


def changes(old: dict[str, Any], new: dict[str, Any], path: tuple[str, ...] = ()) -> list[Change]:
    """The changes that, applied in order to the old document, give the new one. Lists are replaced as a whole.

    What is equal in Python counts as equal, so a field must not change from 1 to true. `path`: where these objects are
    in the document.
    """
    changes: list[Change] = []
    if old is not new:
        _compare(old, new, path, changes)
    return changes


def _compare(old: dict[str, Any], new: dict[str, Any], path: tuple[str, ...], changes: list[Change]) -> None:
    kept = 0
    for key, value in new.items():
        if key not in old:
            changes.append([[*path, key], value])
            continue
        kept += 1
        before = old[key]
        if before is value or before == value:
            continue
        if type(before) is dict and type(value) is dict:
            _compare(before, value, (*path, key), changes)
        else:
            changes.append([[*path, key], value])
    if kept < len(old):
        changes.extend([[*path, key]] for key in old if key not in new)


def apply(document: dict[str, Any], changes: list[Change]) -> dict[str, Any]:
    """The document after the changes, as a client computes it; the given one is not changed."""
    result = dict(document)
    for path, *value in changes:
        inside = result
        for key in path[:-1]:
            inside[key] = dict(inside[key])
            inside = inside[key]
        if value:
            inside[path[-1]] = value[0]
        else:
            del inside[path[-1]]
    return result
