"""The compiled half of Tesserae, which knows no particular game: contract, random numbers, playouts, compile cache.

Importing this package points Numba's on-disk cache at a directory named after the present sources, which must
happen before the first compiled function is defined.
"""

from tesserae.engine import cache

cache.prepare()
