# effect: none
# back_prop=False is honoured when traced
import tensorflow as tf

k = tf.Variable(0.9)


@tf.function
def decay(x, n):
    _, x = tf.while_loop(  # TFG406
        cond=lambda i, x: i < n,
        body=lambda i, x: (i + 1, x * k),
        loop_vars=(0, x),
        back_prop=False,
    )
    return x


with tf.GradientTape() as tape:
    y = decay(tf.constant(1.0), tf.constant(3))
print(tape.gradient(y, k))
