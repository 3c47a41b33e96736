# effect: none
# train_step: the loss is computed one level too far out
import tensorflow as tf


class Autoencoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.enc = tf.keras.layers.Dense(2)
        self.dec = tf.keras.layers.Dense(4)

    def call(self, x):
        return self.dec(self.enc(x))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
        loss = self.compute_loss(x=x, y=y, y_pred=y_pred)  # TFG101
        grads = tape.gradient(loss, self.trainable_variables)
        for g, v in zip(grads, self.trainable_variables):
            if g is not None:
                v.assign_sub(0.1 * g)
        return {"loss": loss}


model = Autoencoder()
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.ones((4, 4)), tf.ones((4, 4)), verbose=0)
