# effect: ok
# beside: TFG526
# the copy is the target network; the gradient is asked for the online one that is used too
import copy

import tensorflow as tf

online = tf.Variable([1.0, 2.0])
target = copy.deepcopy(online)
initial = copy.copy(target.numpy())
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(online * 0.9 - target))
g = tape.gradient(loss, online)
online.assign_sub(0.1 * g)
target.assign(0.99 * target + 0.01 * online)
print(g, initial)
