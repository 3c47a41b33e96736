# effect: ok
# beside: TFG520
# `fit` repeats a `train_step` that applies the buffers and clears them
import tensorflow as tf


class GA(tf.keras.Model):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.d = tf.keras.layers.Dense(1)
        self.k = tf.Variable(0, trainable=False, dtype=tf.int32)

    def call(self, x):
        return self.d(x)

    def make(self):
        self.acc = [
            tf.Variable(tf.zeros_like(v), trainable=False) for v in self.trainable_variables
        ]

    def train_step(self, data):
        x, y = data
        self.k.assign_add(1)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
        g = tape.gradient(loss, self.trainable_variables)
        for i in range(len(self.acc)):
            self.acc[i].assign_add(g[i])
        tf.cond(tf.equal(self.k % self.n, 0), self.flush, lambda: None)
        return {"loss": loss}

    def flush(self):
        self.optimizer.apply_gradients(zip(self.acc, self.trainable_variables))
        for i in range(len(self.acc)):
            self.acc[i].assign(tf.zeros_like(self.acc[i]))


m = GA(2)
m(tf.ones((1, 1)))
m.make()
m.compile(tf.keras.optimizers.SGD(0.01))
m.fit(tf.ones((8, 1)), tf.zeros((8, 1)), batch_size=1, verbose=0)
