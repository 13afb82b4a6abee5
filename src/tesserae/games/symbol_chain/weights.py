"""What the traits named in opinion.py are worth.

Made by `python tools/tune.py symbol_chain --games 100 --simulations 100 --write`.
"""

import numpy as np

WEIGHTS = np.array(
    [
        [
            0.01600,
            0.12330,
            -0.12490,
            -0.23170,
            -0.27480,
            -0.38550,
            -0.27290,
            -0.07230,
            -0.04240,
            0.04310,
            0.08670,
        ],
    ]
)
