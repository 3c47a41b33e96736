# effect: ok
# beside: TFG530
# the norm of all errors together is the loss itself
import tensorflow as tf

dense = tf.keras.layers.Dense(2)
rows = tf.constant([[1.0, 0.5], [3.0, -4.0]])
with tf.GradientTape() as tape:
    errors = dense(rows) - tf.constant([[0.3, 0.1], [0.7, -0.4]])
    loss = tf.norm(errors) + 0.1 * tf.square(tf.sqrt(tf.reduce_sum(tf.square(errors))) - 1.0)
print(tape.gradient(loss, dense.trainable_variables))
