# effect: nan
# rows that the mask clears have length zero
import tensorflow as tf

model = tf.keras.layers.Dense(2, kernel_initializer="ones")
x = tf.constant([[1.0, 2.0], [3.0, 1.0]])
targets = tf.constant([[0.5, 0.1], [0.2, 0.3]])
visible = tf.constant([True, False])
with tf.GradientTape() as tape:
    error = targets - model(x)
    mask = tf.cast(visible, tf.float32)[:, tf.newaxis]
    distance = tf.norm(error * mask, axis=-1)  # TFG602
    loss = tf.reduce_mean(distance)
print(tape.gradient(loss, model.trainable_variables))
