"""What the traits named in opinion.py are worth."""

import numpy as np

WEIGHTS = np.array(
    [
        [0.1000, 0.1000, 0.0000, 0.0000, 0.0200, 0.0200, 0.0200, 0.0100, 0.1000, 0.0500, 0.0200],
    ]
)
