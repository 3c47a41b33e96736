# effect: error
# raises: InaccessibleTensorError
# a helper notes every residual during a traced fixed-point iteration
import tensorflow as tf

theta = tf.Variable(0.3)


def solve(x0):
    residuals = []

    def note(r):
        residuals.append(r)  # TFG404

    def body(i, x):
        new = tf.cos(theta * x)
        note(tf.abs(new - x))
        return i + 1, new

    _, x = tf.while_loop(lambda i, x: i < 4, body, (0, x0))
    return x + tf.add_n(residuals)


@tf.function
def step(x0):
    with tf.GradientTape() as tape:
        loss = solve(x0)
    return tape.gradient(loss, theta)


print(step(tf.constant(1.0)))
