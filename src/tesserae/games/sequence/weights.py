"""What the traits named in opinion.py are worth.

Made by `python tools/tune.py sequence --games 500 --simulations 200 --write`.
"""

import numpy as np

WEIGHTS = np.array(
    [
        [
            0.00771,
            0.01515,
            0.03221,
            0.12188,
            0.50106,
            0.09300,
            0.42728,
            0.59668,
            0.95653,
            0.07140,
            0.16585,
            -0.01081,
            0.06413,
        ],
    ]
)
