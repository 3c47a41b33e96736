# effect: none
# Horner's scheme as a fold, without a gradient
import tensorflow as tf

coefficients = tf.Variable([2.0, -1.0, 3.0])


@tf.function
def horner(x):
    return tf.foldl(lambda acc, c: acc * x + c, coefficients, back_prop=False)  # TFG406


with tf.GradientTape() as tape:
    value = horner(tf.constant(2.0))
print(tape.gradient(value, coefficients))
