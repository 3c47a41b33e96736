# effect: nan
# from 17 on, a sigmoid is exactly one
import tensorflow as tf

score = tf.Variable([25.0, 0.5])
labels = tf.constant([0.0, 1.0])


@tf.function
def log_loss(z, y):
    p = tf.sigmoid(z)
    positive = y * tf.math.log(p)  # TFG603
    negative = (1.0 - y) * tf.math.log(1.0 - p)  # TFG603
    return -tf.reduce_mean(positive + negative)


with tf.GradientTape() as tape:
    loss = log_loss(score, labels)
print(tape.gradient(loss, score))
