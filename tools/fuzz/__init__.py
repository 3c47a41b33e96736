"""Inputs that nobody would write, in great numbers: `python -m tools.fuzz --seconds 60`.

A target makes a case from a generator of random numbers, and tries it. What goes wrong is a
traceback, a warning that an analysis failed, a broken promise, a hang or a lot of memory. Every
case follows from the seed, its target's name and its number, so what was found can be made again.
"""
