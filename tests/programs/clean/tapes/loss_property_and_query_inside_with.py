# effect: ok
# gradient inside the tape's context, losses kept in a list, loss as a property over state
import tensorflow as tf

tf.random.set_seed(0)


class Factorizer:
    def __init__(self, n, k):
        self._u, self._v = (
            tf.Variable(tf.random.normal((n, k))),
            tf.Variable(tf.random.normal((k, n))),
        )
        self._q = tf.Variable(tf.zeros(n))
        self._optimizer = tf.keras.optimizers.Adam(0.05)
        self.losses = []

    @property
    def trainable_variables(self):
        return [self._u, self._v, self._q]

    @property
    def quantiles(self):
        return tf.cumsum(tf.nn.softmax(self._q, axis=-1), axis=-1)

    @property
    def reconstruction(self):
        return tf.exp(self._u) @ tf.exp(self._v) * self.quantiles

    def loss(self):
        return tf.reduce_mean((self.x - self.reconstruction) ** 2)

    def update(self):
        with tf.GradientTape() as tape:
            loss = self.loss()
            grad = tape.gradient(loss, self.trainable_variables)
        self.losses.append(loss)
        self._optimizer.apply_gradients(zip(grad, self.trainable_variables))
        return loss

    def __call__(self, x, epochs=3):
        self.x = x
        for step in range(epochs):
            loss = self.update()
            print(f"step {step}: {loss:.3f}", end="\r")
        return loss


print(float(Factorizer(4, 2)(tf.random.uniform((4, 4)))))
