"""What the traits named in opinion.py are worth.

Made by `python tools/tune.py consequence --games 1500 --simulations 200 --write`.
"""

import numpy as np

WEIGHTS = np.array(
    [
        [
            -0.37192,
            -0.08247,
            -0.13667,
            -0.04869,
            0.22521,
            -0.05124,
            0.07270,
            0.45834,
            0.08864,
            -0.08165,
            1.38394,
            1.23483,
            0.51162,
            0.46190,
            -0.24034,
            0.12808,
            -0.08475,
            0.21053,
            -0.09703,
            0.08258,
        ],
    ]
)
