# effect: ok
# beside: TFG605
# the angle from the cross and the dot product has a slope everywhere, also of one direction
import tensorflow as tf

heading = tf.Variable([[1.0, 0.2], [0.5, -1.0]])
wanted = tf.constant([[1.0, 0.2], [1.0, 1.0]])
with tf.GradientTape() as tape:
    dot = tf.reduce_sum(heading * wanted, axis=1)
    cross = heading[:, 0] * wanted[:, 1] - heading[:, 1] * wanted[:, 0]
    loss = tf.reduce_sum(tf.square(tf.atan2(cross, dot)))
print(tape.gradient(loss, heading))
