# effect: none
# the sources are identities of the inputs, made after the forward pass
import tensorflow as tf


class Attribution:
    def __init__(self, f):
        self.f = f

    def run(self, *inputs):
        tensors = [tf.convert_to_tensor(i) for i in inputs]
        with tf.GradientTape() as tape:
            tape.watch(tensors)
            y = self.f(*tensors)
        return tape.gradient(y, [tf.convert_to_tensor(i) for i in inputs])  # TFG104


print(Attribution(lambda a, b: a * b).run(2.0, 3.0))
