# effect: ok
# beside: TFG530
# one vector, and one norm: the largest singular value of a kernel
import tensorflow as tf

dense = tf.keras.layers.Dense(3)
features = tf.constant([[1.0, 0.5], [3.0, -4.0]])
dense.build(features.shape)
start = tf.constant([[0.6, -0.8, 0.1]])
with tf.GradientTape() as tape:
    kernel = tf.convert_to_tensor(dense.kernel)
    right = tf.math.l2_normalize(tf.matmul(start, kernel, transpose_b=True))
    left = tf.math.l2_normalize(tf.matmul(right, kernel))
    sigma = tf.matmul(tf.matmul(right, kernel), left, transpose_b=True)
    loss = tf.reduce_mean(tf.matmul(features, kernel / sigma))
print(tape.gradient(loss, dense.kernel))
