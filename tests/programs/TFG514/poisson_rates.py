# effect: wrong
# truth: [-0.447414, 0.506876]
# counts are the truth, rates the prediction
import tensorflow as tf


class RateModel(tf.Module):
    def __init__(self):
        super().__init__()
        self.log_rate = tf.Variable([0.1, 0.7])

    def loss(self, counts):
        rates = tf.exp(self.log_rate)
        return tf.reduce_mean(tf.keras.losses.Poisson()(rates, counts))  # TFG514


model = RateModel()
with tf.GradientTape() as tape:
    loss = model.loss(tf.constant([2.0, 1.0]))
print(tape.gradient(loss, model.log_rate))
