# effect: ok
# beside: TFG510, TFG526
# the target is detached where it becomes a column
import tensorflow as tf

weights = tf.Variable([2.0, 1.0])
now = tf.eye(2)
later = tf.reverse(now, axis=[0])
rewards = tf.constant([0.5, 1.0])
squares = tf.keras.losses.MeanSquaredError(reduction="sum")

with tf.GradientTape() as tape:
    estimate = tf.linalg.matvec(now, weights)
    target = rewards + 0.25 * tf.linalg.matvec(later, weights)
    column = tf.stop_gradient(target[:, tf.newaxis])
    loss = squares(column, estimate[:, tf.newaxis])
print(tape.gradient(loss, weights))
