# effect: wrong
# truth: [-0.231709, 1.5724, -2.0, -2.0, -0.231709, 1.5724, -2.0]
# the forward pass has a default for evaluation, and the training step relies on it
import tensorflow as tf


class Scorer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.norm = tf.keras.layers.BatchNormalization()
        self.out = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, rows, training=False):
        return self.out(self.norm(rows, training=training))


scorer = Scorer()
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def update(rows, wanted):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(scorer(rows) - wanted))  # TFG528
    slopes = tape.gradient(loss, scorer.trainable_weights)
    optimizer.apply_gradients(zip(slopes, scorer.trainable_weights))
    return slopes


print(update(tf.constant([[1.0, 5.0], [4.0, 2.0], [2.0, 2.5]]), tf.constant([[0.0], [1.0], [2.0]])))
