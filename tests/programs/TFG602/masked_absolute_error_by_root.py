# effect: nan
# the mask is inside the root
import tensorflow as tf


def masked_rmse(y_true, y_pred):
    mask = tf.cast(y_true != -1.0, tf.float32)
    per_element = tf.sqrt(tf.square((y_true - y_pred) * mask))  # TFG602
    return tf.reduce_sum(per_element) / tf.reduce_sum(mask)


layer = tf.keras.layers.Dense(3)
x = tf.random.normal([4, 2], seed=5)
y = tf.constant([[1.0, -1.0, 2.0]] * 4)
with tf.GradientTape() as tape:
    loss = masked_rmse(y, layer(x))
print(tape.gradient(loss, layer.trainable_variables))
