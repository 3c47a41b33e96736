# effect: none
# the learned scale only enters through moving statistics
import tensorflow as tf


class RunningScale(tf.keras.layers.Layer):
    def build(self, shape):
        self.gain = self.add_weight(shape=(shape[-1],), initializer="ones", name="gain")
        self.running = self.add_weight(
            shape=(shape[-1],), initializer="ones", trainable=False, name="running"
        )

    def call(self, x):
        self.running.assign(0.5 * self.running + 0.5 * self.gain)  # TFG403
        return x * self.running


layer = RunningScale()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(tf.ones((2, 3))))
print(tape.gradient(loss, layer.trainable_variables))
