# effect: ok
# beside: TFG413
# a coin decides in eager code which function runs, and another one once for the whole run
import random

import tensorflow as tf

weight = tf.Variable(2.0)
use_square = random.random() < 0.5


@tf.function
def plain(x):
    with tf.GradientTape() as tape:
        loss = weight * x if use_square else weight * weight * x
    return tape.gradient(loss, weight)


@tf.function
def doubled(x):
    with tf.GradientTape() as tape:
        loss = 2.0 * weight * x
    return tape.gradient(loss, weight)


for _ in range(3):
    if random.random() < 0.5:
        print(plain(tf.constant(1.0)))
    else:
        print(doubled(tf.constant(1.0)))
