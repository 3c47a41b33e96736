# effect: none
# homoscedastic loss weights live in tf.Variables of the model; train_step never moves them
import tensorflow as tf


class TwoTasks(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.trunk = tf.keras.layers.Dense(4, activation="relu")
        self.first = tf.keras.layers.Dense(1)
        self.second = tf.keras.layers.Dense(1)
        self.log_sigmas = [tf.Variable(0.5) for _ in range(2)]  # TFG805

    def call(self, x):
        h = self.trunk(x)
        return self.first(h), self.second(h)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            a, b = self(x, training=True)
            losses = [tf.reduce_mean((a - y) ** 2), tf.reduce_mean((b + y) ** 2)]
            total = 0.0
            for log_sigma, loss in zip(self.log_sigmas, losses):
                total += tf.exp(-log_sigma) * loss + log_sigma
        grads = tape.gradient(total, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": total}


model = TwoTasks()
model.compile(optimizer="adam")
model.fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
