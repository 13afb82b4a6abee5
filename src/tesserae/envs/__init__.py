"""The games as environments for machine learning and research; docs/reference/environments.md is the guide.

    from tesserae.envs import Batch
    batch = Batch("consequence", 1024, seed=7)
    batch.step(batch.sample())

`Batch` needs only the engine. `aec` and `vector` need PettingZoo and Gymnasium (the extra `envs`); where they
are installed, importing this package registers the games with them.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tesserae.envs.batch import Batch, IllegalChoice

if TYPE_CHECKING:
    from tesserae.envs.gymnasium import vector as vector
    from tesserae.envs.pettingzoo import aec as aec

__all__ = ["Batch", "IllegalChoice", "aec", "vector"]


def __getattr__(name: str) -> Any:
    if name == "aec":
        from tesserae.envs.pettingzoo import aec

        return aec
    if name == "vector":
        from tesserae.envs.gymnasium import vector

        return vector
    raise AttributeError(f"module 'tesserae.envs' has no attribute {name!r}")


if find_spec("gymnasium") and find_spec("pettingzoo"):
    from tesserae.envs import gymnasium, pettingzoo

    pettingzoo.register_all()
    gymnasium.register_all()
