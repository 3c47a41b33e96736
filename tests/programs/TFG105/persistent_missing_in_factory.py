# effect: error
# raises: RuntimeError
# a factory makes the tape; both players' gradients are asked from it
import tensorflow as tf


class Game:
    def __init__(self):
        self.x = tf.Variable(1.0)
        self.y = tf.Variable(2.0)

    def new_tape(self):
        return tf.GradientTape()

    def step(self):
        with self.new_tape() as tape:
            payoff = self.x * self.y + self.x**2
            loss = -payoff
        gx = tape.gradient(payoff, self.x)
        gy = tape.gradient(loss, self.y)  # TFG105
        return gx, gy


print(Game().step())
