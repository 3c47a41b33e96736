# effect: wrong
# truth: [0.08, 0.0, 0.0, 0.16, 0.24, -0.144, 0.0, 0.0, 0.0, 0.0, 0.0, 0.08]
# scores are scaled by the largest of the whole batch
import tensorflow as tf


class Scorer(tf.keras.layers.Layer):
    def call(self, inputs):
        scores = tf.square(inputs)
        return scores / tf.reduce_max(scores)


points = tf.Variable([[1.0, 2.0], [3.0, 5.0], [0.0, 1.0]])
scorer = Scorer()
with tf.GradientTape() as tape:
    scores = scorer(points)
print(tape.batch_jacobian(scores, points))  # TFG517
