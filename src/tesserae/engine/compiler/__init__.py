"""From the Python rules of a game to LLVM bitcode, by Numba: only in a process of its own (`python -m` this package)."""
