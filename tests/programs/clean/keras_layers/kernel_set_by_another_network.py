# effect: ok
# a network that computes the kernel of a layer, which holds a tensor in its place
import tensorflow as tf

outer = tf.keras.layers.Dense(2)
outer.build((None, 3))
outer._trainable_variables = []
hyper = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(8)])
context = tf.random.normal((1, 4), seed=1)
x = tf.random.normal((5, 3), seed=2)
with tf.GradientTape() as tape:
    weights = hyper(context)
    outer._kernel = tf.reshape(weights[0, :6], (3, 2))
    outer.bias = tf.reshape(weights[0, 6:], (2,))
    loss = tf.reduce_mean(tf.square(outer(x)))
print(tape.gradient(loss, hyper.trainable_variables))
