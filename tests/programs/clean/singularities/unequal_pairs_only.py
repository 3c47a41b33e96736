# effect: ok
# only pairs of different classes count, so the diagonal gets no gradient
import tensorflow as tf

project = tf.keras.layers.Dense(3)
rows = tf.constant([[0.3, 1.0], [0.9, -0.4], [-1.2, 0.7], [0.1, 0.2]])
classes = tf.constant([5, 5, 8, 8])
with tf.GradientTape() as tape:
    points = project(rows)
    far = tf.sqrt(tf.reduce_sum((points[:, None, :] - points[None, :, :]) ** 2, axis=-1))
    together = tf.cast(tf.equal(classes[:, None], classes[None, :]), tf.float32)
    loss = -tf.reduce_sum(far * (1.0 - together))
print(tape.gradient(loss, project.trainable_variables))
