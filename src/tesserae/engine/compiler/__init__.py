"""From the Python rules of a game to LLVM bitcode, by Numba, in a process of its own: `python -m` this package."""
