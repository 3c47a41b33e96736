# effect: error
# raises: ValueError
# one persistent tape for all epochs, reset after each
import tensorflow as tf

w = tf.Variable(1.0)


class Session:
    def __init__(self):
        self.tape = tf.GradientTape(persistent=True)

    def epoch(self):
        with self.tape as t:
            loss = w**2
        g = t.gradient(loss, w)
        self.tape.reset()  # TFG113
        return g


print(Session().epoch())
