# effect: ok
# beside: TFG514
# a custom train_step with masks, argmax metric, detached EMA and two losses
import keras
import tensorflow as tf

keras.utils.set_random_seed(1)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = keras.layers.Dense(4, activation="relu")
        self.head = keras.layers.Dense(3)
        self.err = keras.metrics.Mean(name="err")

    def call(self, x, training=False):
        return self.head(self.body(x))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            ce = keras.ops.mean(
                keras.losses.sparse_categorical_crossentropy(y, logits, from_logits=True)
            )
            confident = tf.cast(tf.reduce_max(tf.nn.softmax(logits), -1) > 0.1, tf.float32)
            l2 = tf.add_n([tf.nn.l2_loss(v) for v in self.trainable_variables])
            loss = ce * tf.reduce_mean(confident) + 1e-3 * l2
            wrong = tf.not_equal(tf.argmax(logits, -1, output_type=tf.int32), y)
            self.err.update_state(tf.cast(wrong, tf.float32))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply(grads, self.trainable_variables)
        return {"loss": loss, "err": self.err.result()}


m = Net()
m.compile(optimizer=keras.optimizers.Adam(1e-3))
m.fit(tf.ones((4, 2)), tf.constant([0, 1, 2, 1]), epochs=1, verbose=0)
