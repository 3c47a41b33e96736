# effect: none
# MAML-like inner copy: the loss is of the clone, the gradient is asked for the original
import copy

import tensorflow as tf

tf.keras.utils.set_random_seed(0)
meta = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])


def task_loss(net, x, y):
    return tf.reduce_mean(tf.square(net(x) - y))


x = tf.constant([[0.0], [1.0]])
fast = copy.deepcopy(meta)  # TFG209
with tf.GradientTape() as tape:
    loss = task_loss(fast, x, 2.0 * x)
print(tape.gradient(loss, meta.trainable_variables))
