# effect: error
# raises: ValueError
# a custom train_step differentiates an error rate: apply_gradients gets only None
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.d = tf.keras.layers.Dense(3)

    def call(self, x):
        return self.d(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            predicted = tf.argmax(logits, axis=-1, output_type=tf.int32)  # TFG301
            loss = tf.reduce_mean(tf.cast(tf.not_equal(predicted, y), tf.float32))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}


m = Net()
m.compile(optimizer="sgd")
m.fit(tf.ones((4, 2)), tf.constant([0, 1, 2, 0]), epochs=1, verbose=0)
