# effect: ok
# beside: TFG413
# TensorFlow draws in each call; NumPy draws what is fixed
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
basis = rng.normal(size=(2, 2)).astype("float32")
weight = tf.Variable([1.0, 2.0])


@tf.function
def gradient():
    with tf.GradientTape() as tape:
        noise = tf.random.normal((2,))
        loss = tf.reduce_sum(tf.linalg.matvec(basis, weight + noise) ** 2)
    return tape.gradient(loss, weight)


for _ in range(3):
    print(gradient())
