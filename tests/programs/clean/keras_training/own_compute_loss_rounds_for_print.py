# effect: ok
# Keras asks the model's own compute_loss; what is rounded there is only printed
import tensorflow as tf


class Counter(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.dense(inputs)

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        tf.print("wrong:", tf.reduce_sum(tf.abs(y - tf.round(y_pred))))
        return super().compute_loss(x, y, y_pred, sample_weight) + tf.reduce_mean(y_pred**2)


x, y = tf.random.normal((8, 2)), tf.ones((8, 1))
model = Counter()
model.compile(optimizer="sgd", loss="mse")
model.fit(x, y, epochs=1, verbose=0)
