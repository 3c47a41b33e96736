# effect: ok
# NumPy looks at the embedding for a log, and a running scale is detached by its name
import numpy as np
import tensorflow as tf

encoder = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
history = []
with tf.GradientTape() as tape:
    z = encoder(tf.eye(4))
    history.append(float(np.std(z)))
    print("mean", z.numpy().mean(), "shape", np.shape(z))
    detached_scale = np.max(np.abs(z))
    loss = tf.reduce_mean((z / detached_scale) ** 2)
print(tape.gradient(loss, encoder.trainable_variables))
