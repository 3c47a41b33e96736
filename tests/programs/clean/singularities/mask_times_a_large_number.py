# effect: ok
# beside: TFG607
# a large finite number in place of infinity
import tensorflow as tf

scores = tf.Variable(tf.random.normal((2, 4)))
mask = tf.constant([[1.0, 1.0, 0.0, 0.0], [1.0, 1.0, 1.0, 0.0]])
with tf.GradientTape() as tape:
    masked = scores + (1.0 - mask) * -1e9
    att = tf.nn.softmax(masked, axis=-1)
    loss = tf.reduce_sum(att * tf.constant([1.0, 2.0, 3.0, 4.0]))
print(tape.gradient(loss, scores))
