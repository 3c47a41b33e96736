# effect: none
# a backend-neutral loss which converts its inputs first
import keras
import tensorflow as tf
from keras import ops


class Dice(keras.losses.Loss):
    def call(self, y_true, y_pred):
        p = ops.convert_to_numpy(y_pred)  # TFG207
        inter = ops.sum(y_true * p)
        return 1.0 - 2.0 * inter / (ops.sum(y_true) + ops.sum(p))


mask = tf.Variable([[0.2, 0.8]])
with tf.GradientTape() as tape:
    loss = Dice()(tf.constant([[0.0, 1.0]]), tf.sigmoid(mask))
print(tape.gradient(loss, mask))
