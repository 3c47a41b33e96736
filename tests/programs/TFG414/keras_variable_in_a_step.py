# effect: error
# raises: ValueError
# tf.function around a plain function that makes a Keras variable
import keras
import tensorflow as tf


def step(signal):
    scale = keras.Variable(2.0)  # TFG414
    with tf.GradientTape() as tape:
        output = scale * signal
    return tape.gradient(output, scale)


traced = tf.function(step)
print(traced(tf.constant(3.0)))
