# effect: ok
# np is TensorFlow's own NumPy, which is differentiable
import tensorflow as tf
import tensorflow.experimental.numpy as np

w = tf.Variable([0.5, 1.5])
with tf.GradientTape() as tape:
    y = np.exp(w) + np.square(w)
    loss = np.sum(np.log1p(y))
print(tape.gradient(loss, w))
