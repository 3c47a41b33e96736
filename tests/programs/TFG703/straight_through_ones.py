# effect: wrong
# truth: [-2, 0.0, 2]
# straight-through with ones instead of the upstream gradient
import tensorflow as tf

hard = tf.custom_gradient(lambda x: (tf.round(x), lambda dy: tf.ones_like(x)))  # TFG703

code = tf.Variable([0.2, 0.7, 0.9])
target = tf.constant([1.0, 1.0, 0.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(hard(code) - target))
print(tape.gradient(loss, code))
