# effect: ok
# the diagonal is taken out of the mask of equal classes, and the root's zero slope stays zero
import tensorflow as tf


def pull(classes, points):
    gaps = points[:, None, :] - points[None, :, :]
    far = tf.sqrt(tf.reduce_sum(tf.square(gaps), axis=-1))
    together = tf.cast(tf.equal(classes[:, None], classes[None, :]), tf.float32)
    others = together - tf.eye(4)
    return tf.reduce_sum(far * others) / tf.reduce_sum(others)


project = tf.keras.layers.Dense(3)
rows = tf.constant([[0.3, 1.0], [0.9, -0.4], [-1.2, 0.7], [0.1, 0.2]])
with tf.GradientTape() as tape:
    loss = pull(tf.constant([5, 5, 8, 8]), project(rows))
print(tape.gradient(loss, project.trainable_variables))
