# effect: ok
# beside: TFG605
# ArcFace keeps the cosine inside the open interval
import tensorflow as tf

weights = tf.Variable([[3.0, 4.0], [0.0, 1.0]])
features = tf.constant([[6.0, 8.0], [1.0, 0.0]])
with tf.GradientTape() as tape:
    cosine = tf.matmul(
        tf.nn.l2_normalize(features, axis=1), tf.nn.l2_normalize(weights, axis=1), transpose_b=True
    )
    theta = tf.acos(tf.clip_by_value(cosine, -1.0 + 1e-7, 1.0 - 1e-7))
    loss = tf.reduce_mean(tf.cos(theta + 0.5))
print(tape.gradient(loss, weights))
