# effect: error
# raises: AttributeError
# traced: a symbolic tensor has no .numpy()
import tensorflow as tf

table = tf.Variable([1.0, 2.0, 3.0])


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        mixed = table * x
        peak = mixed.numpy().max()  # TFG201
        loss = tf.reduce_sum(mixed) / peak
    return tape.gradient(loss, table)


step(tf.constant(2.0))
