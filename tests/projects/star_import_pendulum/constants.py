"""Units are SI."""

GRAVITY = 9.81
LENGTH = 0.75
MASS = 0.2
DT = 0.1
STEPS = 6
LEARNING_RATE = 0.05
_INTERNAL = "not exported by a star"
