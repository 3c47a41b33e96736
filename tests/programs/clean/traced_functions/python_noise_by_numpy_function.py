# effect: ok
# beside: TFG413
# numpy_function runs Python in each call
import random

import numpy as np
import tensorflow as tf

weight = tf.Variable(2.0)


def draw():
    return np.float32(random.gauss(0.0, 1.0))


@tf.function
def gradient():
    with tf.GradientTape() as tape:
        loss = (weight + tf.numpy_function(draw, [], tf.float32)) ** 2
    return tape.gradient(loss, weight)


for _ in range(3):
    print(gradient())
