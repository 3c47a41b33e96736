# effect: zero
# the mean of standardised values as the loss
import tensorflow as tf

w = tf.Variable(tf.random.normal((4, 1)))
features = tf.random.normal((32, 4))


def standardise(v):
    return (v - tf.reduce_mean(v)) / tf.math.reduce_std(v)


with tf.GradientTape() as tape:
    out = standardise(tf.matmul(features, w))
    loss = tf.reduce_mean(out)  # TFG311
print(tape.gradient(loss, w))
