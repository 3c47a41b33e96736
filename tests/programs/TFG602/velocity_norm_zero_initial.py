# effect: nan
# drag on a ball at rest: the norm of a zero velocity
import tensorflow as tf


class Ball:
    def __init__(self):
        self.v = tf.Variable([0.0, 0.0])

    @property
    def speed(self):
        return tf.norm(self.v)  # TFG602


def drag(ball, c=0.1):
    return -c * ball.speed


ball = Ball()
with tf.GradientTape() as tape:
    f = drag(ball)
print(tape.gradient(f, ball.v))
