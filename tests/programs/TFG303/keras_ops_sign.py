# effect: zero
# the direction of change is compared with keras.ops.sign on both sides
import tensorflow as tf
from keras import ops


def directional_loss(y_true, y_pred):
    move = ops.sign(y_pred[1:] - y_pred[:-1])  # TFG303
    return ops.mean(ops.abs(ops.sign(y_true[1:] - y_true[:-1]) - move))


forecast = tf.Variable([1.0, 2.0, 1.5, 3.0])
with tf.GradientTape() as tape:
    loss = directional_loss(tf.constant([1.0, 0.5, 2.0, 2.5]), tf.convert_to_tensor(forecast))
print(tape.gradient(loss, forecast))
