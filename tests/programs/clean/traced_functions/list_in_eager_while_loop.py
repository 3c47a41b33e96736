# effect: ok
# tf.while_loop in eager mode calls the body as a Python function
import tensorflow as tf

rate = tf.Variable(1.1)
history = []


def body(i, value):
    value = value * rate
    history.append(value)
    return i + 1, value


with tf.GradientTape() as tape:
    tf.while_loop(lambda i, v: i < 4, body, (tf.constant(0), tf.constant(1.0)))
    y = tf.add_n(history)
print(tape.gradient(y, rate))
