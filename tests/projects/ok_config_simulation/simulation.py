import numpy as np
import tensorflow as tf

import scenario
from plant import wall

snapshot = tf.Variable(0.0, trainable=False)
outside = np.array(scenario.OUTSIDE, dtype="float32")


def simulate(steps, hours=1):
    """The temperature inside, hour by hour."""
    temperature = tf.constant(scenario.START, dtype=tf.float32)
    history = []
    for step in range(steps):
        change = wall.heating - wall.loss_of_heat(temperature, outside[step % len(outside)])
        temperature = temperature + 0.5 * change * hours
        history.append(temperature)
    return tf.stack(history)
