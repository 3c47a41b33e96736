# effect: ok
# beside: TFG606, TFG607
# every row of the mask has a one
import tensorflow as tf

w = tf.Variable(tf.random.normal((2, 3)))
mask = tf.constant([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
with tf.GradientTape() as tape:
    e = tf.exp(w) * mask
    p = e / tf.reduce_sum(e, axis=1, keepdims=True)
    loss = tf.reduce_sum(p * tf.constant([1.0, 2.0, 3.0]))
print(tape.gradient(loss, w))
