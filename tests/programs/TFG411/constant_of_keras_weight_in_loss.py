# effect: none
# tied decoder: tf.constant of the encoder's variable, by keyword
import tensorflow as tf

encoder = tf.Variable([[0.5, 0.1], [0.2, 0.3], [0.4, -0.1]])


class Tied(tf.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def __call__(self, code):
        return code @ tf.transpose(tf.constant(value=self.weight))  # TFG411


decode = Tied(encoder)
code = tf.ones((1, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(decode(code) - 1.0))
print(tape.gradient(loss, encoder))
