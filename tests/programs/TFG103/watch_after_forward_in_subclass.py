# effect: none
# the base class runs the forward pass, the subclass watches afterwards
import tensorflow as tf


class Explainer:
    def __init__(self, model):
        self.model = model

    def score(self, x):
        return tf.reduce_max(self.model(x), axis=-1)

    def explain(self, x):
        with tf.GradientTape() as tape:
            s = self.score(x)
            self.prepare(tape, x)
        return tape.gradient(s, x)

    def prepare(self, tape, x):
        raise NotImplementedError


class Saliency(Explainer):
    def prepare(self, tape, x):
        tape.watch(x)  # TFG103


projection = tf.constant([[1.0, 2.0], [0.5, 0.1], [0.3, 0.2]])


def net(x):
    return tf.nn.softmax(x @ projection)


print(Saliency(net).explain(tf.ones((1, 3))))
