# effect: nan
# a predicted normal that is right
import tensorflow as tf


class NormalLoss(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        truth = tf.math.l2_normalize(y_true, axis=-1)
        predicted = tf.nn.l2_normalize(y_pred, axis=-1)
        cosine = tf.reduce_sum(truth * predicted, axis=-1)
        return tf.math.acos(tf.minimum(cosine, 1.0))  # TFG605


raw = tf.Variable([[0.0, 0.0, 2.0], [1.0, 0.0, 0.0]])
with tf.GradientTape() as tape:
    loss = NormalLoss()(tf.constant([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]), raw)
print(tape.gradient(loss, raw))
