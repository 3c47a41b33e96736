# effect: ok
# beside: TFG510
# a bias of one number, a scale for each column, a scalar: broadcasting as it is meant
import tensorflow as tf

w = tf.Variable(tf.ones([4, 1]))
b = tf.Variable([0.5])
scale = tf.Variable(2.0)
x = tf.reshape(tf.linspace(0.0, 1.0, 12), [3, 4])
with tf.GradientTape() as tape:
    standardised = (x - tf.reduce_mean(x, axis=0)) / (tf.math.reduce_std(x, axis=0) + 1e-6)
    loss = tf.reduce_mean(tf.square(scale * (standardised @ w + b) - 1.0))
gradients = tape.gradient(loss, [w, b, scale])
