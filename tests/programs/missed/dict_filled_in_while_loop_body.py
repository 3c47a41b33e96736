# effect: error
# raises: InaccessibleTensorError
# the newest value under a fixed key of a dictionary that lives outside the loop body
import tensorflow as tf

gain = tf.Variable(1.5)


@tf.function
def best_energy(xs):
    seen = {}

    def body(i, total):
        energy = gain * xs[i] ** 2
        seen["last"] = energy  # TFG404
        return i + 1, total + energy

    _, total = tf.while_loop(lambda i, total: i < 3, body, (0, 0.0))
    return total + 0.1 * seen["last"]


with tf.GradientTape() as tape:
    y = best_energy(tf.constant([1.0, 2.0, 3.0]))
print(tape.gradient(y, gain))
