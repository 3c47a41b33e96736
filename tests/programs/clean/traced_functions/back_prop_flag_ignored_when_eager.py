# effect: ok
# eager mode ignores the flag: the gradient is right
import tensorflow as tf

k = tf.Variable(0.9)
with tf.GradientTape() as tape:
    _, x = tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * k), (0, 1.0), back_prop=False)
print(tape.gradient(x, k))
