# effect: ok
# Input, build and a first call all make the variables before the list is read
import tensorflow as tf

a = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
b = tf.keras.Sequential([tf.keras.layers.Dense(1)])
b.build((None, 2))
c = tf.keras.layers.Dense(1)
c(tf.zeros((1, 2)))
variables = a.trainable_variables + b.trainable_variables + c.trainable_variables
x = tf.ones((3, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(a(x) * b(x) + c(x))
print(tape.gradient(loss, variables))
