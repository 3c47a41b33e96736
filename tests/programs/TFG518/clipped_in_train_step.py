# effect: error
# raises: ValueError
# a custom `train_step` clips and forgets to unpack
import tensorflow as tf


class Regressor(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(4, activation="tanh")
        self.out = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.out(self.hidden(inputs))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x, training=True) - y))
        gradients = tape.gradient(loss, self.trainable_variables)
        clipped = tf.clip_by_global_norm(gradients, 1.0)
        self.optimizer.apply_gradients(zip(clipped, self.trainable_variables))  # TFG518
        return {"loss": loss}


model = Regressor()
model.compile(optimizer="sgd")
model.fit(tf.ones((8, 3)), tf.ones((8, 1)), epochs=1, verbose=0)
