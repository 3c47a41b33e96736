# effect: ok
# eager code: the dropped write and the list in tf.while_loop work here
import tensorflow as tf

w = tf.Variable(0.6)
seen = []


def body(i, x):
    x = tf.tanh(w * x)
    seen.append(x)
    return i + 1, x


with tf.GradientTape() as tape:
    tf.while_loop(lambda i, x: i < 3, body, (tf.constant(0), tf.constant(1.0)), back_prop=False)
    log = tf.TensorArray(tf.float32, size=3)
    for i, value in enumerate(seen):
        log.write(i, value * value)
    loss = tf.reduce_sum(log.stack()) + tf.add_n(seen)
print(tape.gradient(loss, w))
