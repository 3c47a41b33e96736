# effect: ok
# beside: TFG526
# predict() of the target network gives constants on purpose
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


def build():
    return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])


online, target = build(), build()
target.set_weights(online.get_weights())
s = np.ones((2, 3), "float32")
q_next = target.predict(s, verbose=0)
goal = np.array([1.0, 0.0], "float32") + 0.9 * np.amax(q_next, axis=1)
with tf.GradientTape() as tape:
    q = tf.reduce_sum(online(s) * tf.one_hot([0, 1], 2), axis=1)
    loss = tf.reduce_mean(tf.square(goal - q))
print(tape.gradient(loss, online.trainable_variables))
