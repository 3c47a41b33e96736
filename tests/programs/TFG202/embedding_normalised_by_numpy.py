# effect: wrong
# truth: [0.0521947, 0.101559, -0.156451, 0.24652, -0.113044, 0.0255513, 0.131552, 0.0264636, -0.0293458, -0.1046, -0.065317, -0.0278952, 0.325668, -0.0503388, -0.188141]
# an embedding is divided by its norm, which NumPy computes
import numpy as np
import tensorflow as tf

start = tf.keras.initializers.GlorotUniform(seed=1)
encoder = tf.keras.Sequential(
    [tf.keras.Input((4,)), tf.keras.layers.Dense(3, kernel_initializer=start)]
)


def embed(x):
    z = encoder(x)
    return z / np.linalg.norm(z, axis=1, keepdims=True)  # TFG202


with tf.GradientTape() as tape:
    vectors = embed(tf.eye(4))
    loss = tf.reduce_mean(vectors[:2] * vectors[2:])
print(tape.gradient(loss, encoder.trainable_variables))
