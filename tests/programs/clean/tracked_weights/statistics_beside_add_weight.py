# effect: ok
# beside: TFG805
# a moving average and a counter are not trained on purpose
import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def build(self, shape):
        self.s = self.add_weight(name="s", shape=(shape[-1],), initializer="ones")
        self.steps = tf.Variable(0, trainable=False, dtype=tf.int64)
        self.ema = tf.Variable(tf.zeros((shape[-1],)), trainable=False)

    def call(self, x, training=False):
        if training:
            self.steps.assign_add(1)
            self.ema.assign(0.9 * self.ema + 0.1 * tf.reduce_mean(x, 0))
        return (x - self.ema) * self.s


m = tf.keras.Sequential([tf.keras.Input((3,)), Scale(), tf.keras.layers.Dense(1)])
m.compile("adam", "mse")
m.fit(tf.ones((4, 3)), tf.ones((4, 1)), verbose=0)
