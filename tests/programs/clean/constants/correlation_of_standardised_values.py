# effect: ok
# beside: TFG311
# standardised values times a target
import tensorflow as tf

w = tf.Variable(tf.random.normal((4, 1)))
features = tf.random.normal((32, 4))
target = tf.random.normal((32, 1))


def standardise(v):
    return (v - tf.reduce_mean(v)) / tf.math.reduce_std(v)


with tf.GradientTape() as tape:
    out = standardise(tf.matmul(features, w))
    loss = tf.reduce_mean(out * target)
print(tape.gradient(loss, w))
