# effect: ok
# the first op on x also uses a kernel, so the tape has recorded it with x as an input
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
        tape.watch(x)


net = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
print(Saliency(net).explain(tf.ones((1, 3))))
