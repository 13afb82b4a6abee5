"""The games as environments for learning and research; docs/environments.md is the guide.

from tesserae.envs import Batch
batch = Batch("consequence", 1024, seed=7)
batch.step(batch.sample())
"""

from tesserae.envs.batch import Batch, IllegalChoice

__all__ = ["Batch", "IllegalChoice"]
