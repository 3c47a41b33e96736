# effect: ok
# weights are copied out for a checkpoint and for a report
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
best = net.get_weights()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(net(tf.ones((2, 2))) ** 2)
    size = sum(np.sum(np.square(w)) for w in net.get_weights())
grads = tape.gradient(loss, net.trainable_variables)
print("weight norm", np.sqrt(size), grads)
net.set_weights(best)
