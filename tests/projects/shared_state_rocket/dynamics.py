import tensorflow as tf

import state
from parameters import angle, thrust

MASS = 1.5
GRAVITY = 9.81


def burn(steps, dt=0.2):
    for _ in range(steps):
        state.velocity.assign_add(dt * thrust / MASS * tf.sin(angle))  # TFG403


def coast(duration):
    """The height after the engine was shut off."""
    return state.velocity * duration - 0.5 * GRAVITY * duration**2
