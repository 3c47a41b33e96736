# effect: wrong
# truth: [0.377541, 0.952574]
# the gradient of softplus is sigmoid(x), and not sigmoid(-x)
import tensorflow as tf


class Smooth(tf.Module):
    def __init__(self):
        super().__init__()
        self.rate = tf.Variable([-0.5, 3.0])

    def __call__(self):
        @tf.custom_gradient
        def positive(x):
            return tf.nn.softplus(x), lambda up: up * tf.sigmoid(-x)  # TFG707

        return tf.reduce_sum(positive(self.rate))


smooth = Smooth()
with tf.GradientTape() as tape:
    loss = smooth()
print(tape.gradient(loss, smooth.rate))
