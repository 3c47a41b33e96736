# effect: ok
# beside: TFG413
# NumPy chooses the batch, and the traced step gets it as a tensor
import numpy as np
import tensorflow as tf

data = np.arange(12, dtype="float32").reshape(6, 2)
kernel = tf.Variable([[1.0], [2.0]])


@tf.function
def gradient(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.matmul(batch, kernel) ** 2)
    return tape.gradient(loss, kernel)


for _ in range(3):
    rows = np.random.choice(6, 2)
    print(gradient(tf.constant(data[rows])))
