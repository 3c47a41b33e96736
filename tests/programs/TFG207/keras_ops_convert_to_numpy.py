# effect: none
# keras.ops.convert_to_numpy takes the value out of TensorFlow
import tensorflow as tf
from keras import ops

gain = tf.Variable([0.5, 2.0])


def contrast(x):
    centred = x - ops.mean(x)
    return ops.convert_to_numpy(centred)  # TFG207


with tf.GradientTape() as tape:
    spread = ops.sum(ops.square(contrast(gain * 3.0)))
    loss = tf.convert_to_tensor(spread)
print(tape.gradient(loss, gain))
