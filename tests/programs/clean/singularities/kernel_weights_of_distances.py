# effect: ok
# beside: TFG510
# exponentials of negative distances do not overflow
import tensorflow as tf

centres = tf.Variable([[0.0, 1.0], [2.0, 3.0]])
x = tf.constant([[0.5, 0.5]])
with tf.GradientTape() as tape:
    squared = tf.reduce_sum(tf.square(x[:, None] - centres[None]), axis=-1)
    weights = tf.exp(-squared / 0.5)
    share = weights / tf.reduce_sum(weights, axis=1, keepdims=True)
    loss = tf.reduce_sum(share * tf.constant([[1.0, 2.0]]))
print(tape.gradient(loss, centres))
