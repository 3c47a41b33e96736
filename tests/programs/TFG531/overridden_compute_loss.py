# effect: wrong
# truth: [1.2, 2.2]
# what `super().compute_loss` returns contains the decay
import tensorflow as tf


class Decayed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.out = tf.keras.layers.Dense(
            1,
            use_bias=False,
            kernel_initializer="ones",
            kernel_regularizer=tf.keras.regularizers.L2(0.1),
        )

    def call(self, x):
        return self.out(x)

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        loss = super().compute_loss(x=x, y=y, y_pred=y_pred, sample_weight=sample_weight)
        return loss + tf.add_n(self.losses)  # TFG531


model = Decayed()
model.compile("sgd", "mae")
model.fit(tf.constant([[1.0, 2.0]]), tf.constant([[0.5]]), verbose=0)
