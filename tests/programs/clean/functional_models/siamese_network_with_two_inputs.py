# effect: ok
# a Siamese network gets two batches: the same layers, other numbers
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(1)


def distance(codes):
    one, other = codes
    return tf.sqrt(tf.reduce_sum(tf.square(one - other), axis=1, keepdims=True))


base = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(8)])
left, right = tf.keras.Input((4,)), tf.keras.Input((4,))
distances = tf.keras.layers.Lambda(distance, output_shape=(1,))([base(left), base(right)])
model = tf.keras.Model([left, right], distances)

pairs = np.random.rand(20, 2, 4)
model.compile("sgd", "mse")
model.fit([pairs[:, 0], pairs[:, 1]], np.ones((20, 1)), verbose=0)
