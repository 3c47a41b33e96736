# effect: wrong
# truth: [0.0397982, -0.132381, 0.0925832, 0.0302073, -0.0827511, 0.0525438, -0.110254, -0.165095, 0.275349]
# one helper makes probabilities, another one takes the loss of logits
import numpy as np
import tensorflow as tf


def predict_proba(logits):
    return tf.keras.activations.softmax(logits)


def cross_entropy(labels, scores):
    one_hot = tf.one_hot(labels, 3)
    return tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(one_hot, scores))  # TFG512


class Trainer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.layer = tf.keras.layers.Dense(3, kernel_initializer="identity")

    def call(self, inputs):
        return predict_proba(self.layer(inputs))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = cross_entropy(y, self(x, training=True))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


trainer = Trainer()
trainer.compile(optimizer=tf.keras.optimizers.SGD(0.01))
x = np.array([[0.2, 0.1], [0.5, 0.3]], dtype="float32")
trainer.fit(x, np.array([0, 1]), epochs=1, verbose=0)
