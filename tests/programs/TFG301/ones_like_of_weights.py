# effect: none
# ones_like only looks at the shape of its argument
import tensorflow as tf

w = tf.Variable([2.0, -1.0])
with tf.GradientTape() as tape:
    base = tf.ones_like(w * 3.0)  # TFG301
    loss = tf.reduce_sum(base * tf.constant([1.0, 2.0]))
print(tape.gradient(loss, w))
