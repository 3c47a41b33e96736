# effect: ok
# tf.gradients is right inside tf.function, also through a helper that only runs there
import tensorflow as tf

w = tf.Variable(3.0)


def slope(y, x):
    return tf.gradients(y, x)[0]


@tf.function
def symbolic(x):
    return slope(x**2, x)


with tf.GradientTape() as tape:
    z = symbolic(tf.constant(2.0)) * w
print(tape.gradient(z, w))
