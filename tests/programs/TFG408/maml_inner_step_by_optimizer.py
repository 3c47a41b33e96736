# effect: wrong
# truth: [0.32, -1.92]
# the inner step is an optimizer step: the meta-gradient is only of first order
import tensorflow as tf

w = tf.Variable([1.0, -1.0])
inner_opt = tf.keras.optimizers.SGD(0.1)


def task(params, centre):
    return tf.reduce_sum(tf.square(params - centre) * tf.constant([1.0, 3.0]))


with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        support = task(w, 0.5)
    grads = inner.gradient(support, [w])
    inner_opt.apply_gradients(zip(grads, [w]))  # TFG408
    query = task(w, 0.7)
print(outer.gradient(query, w))
