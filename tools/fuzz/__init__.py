"""A fuzzer with random inputs: `python -m tools.fuzz --seconds 60`.

A target creates a case from a random number generator and tries it. A failure is a traceback, a
warning that an analysis failed, a broken promise, a hang or a large use of memory. The seed, the
target's name and the number of a case determine it, so that every failure can be reproduced.
"""
