# effect: ok
# beside: TFG414
# the decorator is on another function; this one runs eagerly and may make what it likes
import tensorflow as tf


@tf.function
def error(weight, x):
    return tf.square(weight * x - 1.0)


def fit(x):
    weight = tf.Variable(0.5)
    optimizer = tf.keras.optimizers.Adam(0.1)
    with tf.GradientTape() as tape:
        loss = error(weight, x)
    gradient = tape.gradient(loss, weight)
    optimizer.apply_gradients([(gradient, weight)])
    return gradient


print(fit(tf.constant(3.0)))
