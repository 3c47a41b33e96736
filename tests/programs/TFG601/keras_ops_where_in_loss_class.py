# effect: nan
# keras.ops in a custom loss class
import tensorflow as tf
from keras import losses, ops


class RelativeError(losses.Loss):
    def call(self, y_true, y_pred):
        ratio = ops.where(y_pred > 0.0, y_true / y_pred, 0.0)  # TFG601
        return ops.mean(ops.abs(ratio - 1.0), axis=-1)


scale = tf.Variable([[0.0, 1.0, 2.0]])
loss_fn = RelativeError()
with tf.GradientTape() as tape:
    loss = loss_fn(tf.constant([[1.0, 2.0, 3.0]]), scale)
print(tape.gradient(loss, scale))
