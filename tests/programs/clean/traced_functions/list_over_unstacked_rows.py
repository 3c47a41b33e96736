# effect: ok
# tf.unstack gives a Python list, its loop is unrolled
import tensorflow as tf

w = tf.Variable([1.0, -1.0])


@tf.function
def loss_of(batch):
    terms = []
    for i, row in enumerate(tf.unstack(batch)):
        terms.append((i + 1.0) * tf.reduce_sum(tf.square(row * w)))
    return tf.add_n(terms)


with tf.GradientTape() as tape:
    loss = loss_of(tf.constant([[1.0, 2.0], [3.0, 4.0]]))
print(tape.gradient(loss, w))
