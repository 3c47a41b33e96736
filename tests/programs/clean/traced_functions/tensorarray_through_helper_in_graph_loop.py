# effect: ok
# written array goes round the loop and through a helper that returns it
import tensorflow as tf

w = tf.Variable(0.8)


def store(array, index, value):
    return array.write(index, value)


@tf.function
def run(x, n):
    states = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for t in tf.range(n):
        x = tf.tanh(w * x)
        states = store(states, t, x)
    first = tf.TensorArray(tf.float32, size=2).unstack(tf.stack([w, w * w]))
    return tf.reduce_sum(states.stack()) + first.read(1)


with tf.GradientTape() as tape:
    y = run(tf.constant(0.5), tf.constant(3))
print(tape.gradient(y, w))
