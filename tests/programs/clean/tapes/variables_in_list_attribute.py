# effect: ok
# one list attribute of variables, gradient inside the context, state moved by the optimizer between steps
import tensorflow as tf


class QMFQ:
    def __init__(self, n):
        self._optimizer = tf.optimizers.Adam(learning_rate=0.05)
        self.n = n

    def reset(self, x):
        self.x = x
        self._q = tf.Variable(tf.zeros(self.n))
        self._b = tf.Variable(tf.ones(self.n))
        self.trainable_variables = [self._q, self._b]
        self.losses = []

    @property
    def target_weights(self):
        return tf.nn.softmax(self._b, axis=-1)

    @property
    def reconstruction(self):
        return tf.cumsum(tf.exp(self._q)) * self.target_weights

    def loss(self):
        return tf.reduce_mean((self.x - self.reconstruction) ** 2)

    def update(self):
        with tf.GradientTape() as tape:
            loss = self.loss()
            grad = tape.gradient(loss, self.trainable_variables)
        self.losses.append(loss)
        self._optimizer.apply_gradients(zip(grad, self.trainable_variables))
        return loss

    def __call__(self, x, epochs=2, reset=True):
        if reset:
            self.reset(x)
        for step in range(epochs):
            loss = self.update()
            print(step, float(loss))


QMFQ(3)(tf.constant([1.0, 0.5, 2.0]))
