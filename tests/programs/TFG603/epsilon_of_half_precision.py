# effect: nan
# the policy makes the sigmoid a 16-bit one, in which 1e-12 is zero
import tensorflow as tf
from tensorflow.keras import mixed_precision

mixed_precision.set_global_policy("mixed_float16")
given = tf.keras.Input((1,))
model = tf.keras.Model(
    given, tf.keras.layers.Dense(1, activation="sigmoid", kernel_initializer="ones")(given)
)


def error(truth, guess):
    return -tf.reduce_mean(tf.cast(truth, guess.dtype) * tf.math.log(guess + 1e-12))  # TFG603


with tf.GradientTape() as tape:
    loss = error(tf.constant([[1.0]]), model(tf.constant([[-30.0]])))
print(tape.gradient(loss, model.trainable_variables))
