# effect: ok
# beside: TFG114
# a generator yields the gradient of each batch from its own tape
import tensorflow as tf

w = tf.Variable(2.0)


def gradients(batches):
    for x in batches:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(x * w))
        yield tape.gradient(loss, w)


total = sum(gradients([tf.constant([1.0, 2.0]), tf.constant([3.0])]))
w.assign_sub(0.01 * total)
