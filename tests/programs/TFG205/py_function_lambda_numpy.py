# effect: zero
# the lambda in py_function takes the array out
import tensorflow as tf

x = tf.Variable([0.5, 1.5])


@tf.function
def penalty(v):
    return tf.py_function(lambda t: tf.constant(t.numpy() ** 2), [v], tf.float32)  # TFG205


with tf.GradientTape() as tape:
    loss = tf.reduce_sum(penalty(x))
print(tape.gradient(loss, x))
