# effect: error
# raises: ValueError
# every weight of a Keras layer is handed to watch
import tensorflow as tf


class Meta:
    def __init__(self):
        self.net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])

    def grads(self, x):
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            for w in self.net.trainable_weights:
                tape.watch(w)  # TFG112
            loss = tf.reduce_mean(self.net(x) ** 2)
        return tape.gradient(loss, self.net.trainable_weights)


print(Meta().grads(tf.ones((2, 2))))
