import math

import tensorflow as tf

from constants import *

__all__ = ["mean_squared", "potential_energy", "swing"]


def envelope(damping, time):
    """How much of the amplitude is left."""
    return math.exp(-damping * time)  # TFG203


def swing(damping, amplitude, time):
    """The angle of a damped pendulum."""
    frequency = tf.sqrt(GRAVITY / LENGTH - damping**2)
    return amplitude * envelope(damping, time) * tf.cos(frequency * time)


def potential_energy(angle):
    return MASS * GRAVITY * LENGTH * (1.0 - tf.cos(angle))


def mean_squared(left, right):
    return tf.reduce_mean(tf.square(tf.stack(left) - tf.stack(right)))
