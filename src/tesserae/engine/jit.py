"""The decorators for compiled functions, and the types that describe them to a type checker and to the compiler.

A compiled function stays the Python function that it is written as; the decorators only note that it can be compiled.
The functions that Python calls, the entry points, are replaced by native code, which a separate process compiles with
Numba (engine/compiler) and which is kept (engine/artefact.py). With NUMBA_DISABLE_JIT=1 all of it is plain Python.
"""

import os
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])

Record = Any  # one element of a state array; its fields are those of the game's STATE
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Weights = NDArray[np.float32]  # of a net, and what it works with
States = NDArray[Any]  # an array of records; Python passes a game as an array of one

# The compiler takes an array to have one dimension, and one of records to be made of the game's. Annotations that say
# otherwise have the number of dimensions, or the type of the records.
Ints2 = Annotated[Ints, 2]
Floats2 = Annotated[Floats, 2]
Weights2 = Annotated[Weights, 2]

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")  # whether every index is checked

functions: dict[Callable[..., Any], bool] = {}  # all that can be compiled, and whether references are counted in them
wide: set[Callable[..., Any]] = set()  # those of which the loops take several numbers at a time
entries: list[Callable[..., Any]] = []  # those that Python calls
variants: dict[Callable[..., Any], dict[Any, Callable[..., Any]]] = {}  # what stands for a stub, by the record
plain = INTERPRETED  # whether entry points stay plain Python, too: so it is where the compiler reads them


def compiled(function: F) -> F:
    """A function that compiled functions call."""
    functions[function] = True
    return function


def lean(function: F) -> F:
    """The same, without reference counting: for a function that creates no arrays. Counting costs a good part of the
    time of one that is called very often, or takes many arrays."""
    functions[function] = False
    return function


def vectorised(function: F) -> F:
    """Below another decorator: loops of this function take several numbers at a time, where each result depends on
    numbers of its own only. For loops over the weights of nets; elsewhere it only makes the code larger."""
    wide.add(function)
    return function


def entry(function: F) -> F:
    """A function that Python calls, too: an entry point. Each game has its own native code for it, which is chosen by
    the record of the first argument that has one: a state array, or a NamedTuple with one in it.

    The annotations say exactly what it takes: whole numbers, floats, truth values, arrays without gaps, and NamedTuples
    of these, all by position. It returns a number, a truth value or nothing.

    This kind is for what takes a few microseconds at most and creates no arrays: other threads wait for it."""
    functions[function] = False
    return _entry(function)


def heavy(function: F) -> F:
    """The same for an entry point that may take longer, while other threads go on, or that creates arrays."""
    functions[function] = True
    return _entry(function)


def stub(function: F) -> F:
    """What each game has a function of its own for (`variants`): a call of the stub, from Python or in compiled code,
    is one of that function, chosen by the record that is the first argument."""
    own: dict[Any, Callable[..., Any]] = {}

    @wraps(function)
    def call(s: Any, *others: Any) -> Any:
        return _number(own[s.dtype](s[0] if isinstance(s, np.ndarray) else s, *others))

    variants[call] = own
    return cast(F, call)


def entry_stub(function: F) -> F:
    """A stub that is an entry point, too, if it returns one number, a truth value or nothing. Python passes an array of
    one record, which is far quicker than the record."""
    choose = stub(function)
    _, *others = function.__annotations__.items()
    if dict(others)["return"] not in (int, float, bool, None):
        return choose
    names = "".join(f", {name}" for name, _ in others[:-1])
    scope: dict[str, Any] = {"choose": choose, "__name__": function.__module__}
    exec(f"def {function.__name__}(states{names}):\n    return choose(states[0]{names})\n", scope)
    enter = scope[function.__name__]
    enter.__annotations__ = {"states": States, **dict(others)}
    functions[enter] = False
    entries.append(enter)
    if plain:
        return choose
    call = wraps(function)(_dispatching(enter, choose))
    variants[call] = variants.pop(choose)
    return cast(F, call)


def _number(result: Any) -> Any:
    """What plain Python found, in Python's own numbers, which do not wrap around."""
    if isinstance(result, tuple):
        return tuple(map(_number, result))
    return result.item() if isinstance(result, np.generic) else result


def _entry(function: F) -> F:
    entries.append(function)
    return function if plain else _dispatching(function)


# --- Choosing native code --------------------------------------------------------------------------------------------


def _dispatching(function: F, otherwise: Callable[..., Any] | None = None) -> F:
    """A function that calls the native code for the game of its arguments, which is loaded at the first call;
    `otherwise`: what takes a single record, too."""
    codes: dict[Any, Callable[..., Any]] = {}

    def find(dtype: Any) -> Callable[..., Any]:
        from tesserae.engine import artefact

        code = artefact.code(function, dtype)
        codes[dtype] = code = otherwise if otherwise and code is function else code
        return code

    if next(iter(function.__annotations__.values()), None) is States:  # as for most, and this way is the quickest
        call = _by_first(function, codes, find, otherwise)
    else:
        call = _by_path(function, codes, find)
    return cast(F, wraps(function)(call))


def _by_first(
    function: Callable[..., Any],
    codes: dict[Any, Callable[..., Any]],
    find: Callable[[Any], Callable[..., Any]],
    otherwise: Callable[..., Any] | None,
) -> Callable[..., Any]:
    """The same for a function of an array of records first. It is made with just the arguments of that function: to
    pass on any number of them takes nearly twice as long."""
    parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
    first, names = parameters[0], ", ".join(parameters)
    text = f"""
def call({names}):
    try:
        code = codes[{first}.dtype]
    except KeyError:
        if otherwise and not isinstance({first}, Array):
            return otherwise({names})
        code = find({first}.dtype)
    except AttributeError:
        raise refused() from None
    try:
        return code({names})
    except BufferError:  # it is a record
        if otherwise is None or isinstance({first}, Array):
            raise
        return otherwise({names})"""
    scope: dict[str, Any] = {"codes": codes, "find": find, "otherwise": otherwise, "Array": np.ndarray}
    scope["refused"] = lambda: _no_records(function)
    exec(text, scope)
    return cast(Callable[..., Any], scope["call"])


def _by_path(
    function: Callable[..., Any], codes: dict[Any, Callable[..., Any]], find: Callable[[Any], Callable[..., Any]]
) -> Callable[..., Any]:
    """The same for a function whose record is in another argument, or in none."""
    path: tuple[int, str] | None = None
    known = False  # whether the path is, because annotations may refer to what is defined later

    def call(*arguments: Any) -> Any:
        nonlocal path, known
        if not known:
            path, known = record_path(function), True
        dtype = None
        if path:
            place, field = path
            try:
                given = arguments[place]
                dtype = (getattr(given, field) if field else given).dtype
            except (IndexError, AttributeError):
                raise _no_records(function) from None
        return (codes.get(dtype) or find(dtype))(*arguments)

    return call


def _no_records(function: Callable[..., Any]) -> TypeError:
    return TypeError(f"{function.__name__} takes an array of a game's records, and was given none")


def hints(function: Callable[..., Any]) -> dict[str, Any]:
    """The annotations of the parameters, in order, and of the result."""
    return get_type_hints(function, include_extras=True)


def record_path(function: Callable[..., Any]) -> tuple[int, str] | None:
    """The first parameter with an array of the game's records, and which of its fields that is (none if it is the
    parameter itself); None if there is no such parameter: then all games share the code."""
    for place, (name, hint) in enumerate(hints(function).items()):
        if name != "return" and hint == States:
            return place, ""
        if name != "return" and isinstance(hint, type) and issubclass(hint, tuple):
            for field, inner in get_type_hints(hint, include_extras=True).items():
                if inner == States:
                    return place, field
    return None


def array_of(hint: Any) -> tuple[Any, int]:
    """The element type of an array annotation (Any: the game's record), and the number of its dimensions."""
    dimensions, element = 1, None
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        for note in notes:
            if isinstance(note, int):
                dimensions = note
            else:
                element = note
    if get_origin(hint) is not np.ndarray:
        raise TypeError(f"{hint} is no annotation of an array")
    return element if element is not None else get_args(get_args(hint)[1])[0], dimensions
