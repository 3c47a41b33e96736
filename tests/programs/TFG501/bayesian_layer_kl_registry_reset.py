# effect: wrong
# truth: [0.5, 1.0, 1.5]
# every layer sets the model's KL term, only the last one's is left
import tensorflow as tf


class KLBook:
    """Collects the divergence of all layers of a model."""

    def __init__(self):
        self.total = tf.constant(0.0)

    def reset(self):
        self.total = tf.constant(0.0)

    def add(self, value):
        self.total = value  # TFG501


class GaussianWeight:
    def __init__(self, mean, book):
        self.mean = tf.Variable(mean)
        self.book = book

    def kl(self):
        return 0.5 * tf.square(self.mean)

    def __call__(self, x):
        self.book.add(self.kl())
        return x * tf.stop_gradient(self.mean)  # TFG307


class BayesianChain:
    def __init__(self, means):
        self.book = KLBook()
        self.layers = [GaussianWeight(m, self.book) for m in means]

    def forward(self, x):
        self.book.reset()
        for layer in self.layers:
            x = layer(x)
        return x

    def elbo_loss(self, x, y):
        prediction = self.forward(x)
        nll = tf.reduce_sum(tf.square(prediction - y))
        return nll + self.book.total

    @property
    def variables(self):
        return [layer.mean for layer in self.layers]


chain = BayesianChain([0.5, 1.0, 1.5])
with tf.GradientTape() as tape:
    loss = chain.elbo_loss(tf.constant(1.0), tf.constant(2.0))
grads = tape.gradient(loss, chain.variables, unconnected_gradients=tf.UnconnectedGradients.ZERO)
print([float(g) for g in grads])
