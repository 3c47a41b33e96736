# effect: nan
# the mask of equal classes is 1 on the diagonal, where the distance is zero
import tensorflow as tf


class Pull(tf.keras.losses.Loss):
    def call(self, classes, points):
        gaps = tf.expand_dims(points, 1) - tf.expand_dims(points, 0)
        far = tf.sqrt(tf.reduce_sum(tf.square(gaps), axis=2))  # TFG602
        together = tf.cast(classes[:, tf.newaxis] == classes[tf.newaxis, :], far.dtype)
        apart = 1.0 - together
        pull = tf.reduce_sum(far * together)
        push = tf.reduce_sum(tf.exp(-far) * apart)
        return pull + push


project = tf.keras.layers.Dense(3)
rows = tf.constant([[0.3, 1.0], [0.9, -0.4], [-1.2, 0.7], [0.1, 0.2]])
with tf.GradientTape() as tape:
    loss = Pull()(tf.constant([5, 5, 8, 8]), project(rows))
print(tape.gradient(loss, project.trainable_variables))
