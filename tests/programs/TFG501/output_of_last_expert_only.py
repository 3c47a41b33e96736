# effect: none
# experts in a layer: the output of the last one replaces the sum
import tensorflow as tf


class SumOfExperts(tf.keras.layers.Layer):
    def __init__(self, experts, units):
        super().__init__()
        self.experts = [tf.keras.layers.Dense(units) for _ in range(experts)]

    def call(self, x):
        output = tf.zeros((tf.shape(x)[0], 2))
        for expert in self.experts:
            output = expert(x)  # TFG501
        return output / len(self.experts)


layer = SumOfExperts(3, 2)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(layer(tf.ones((4, 3))) - 1.0))
print(tape.gradient(loss, layer.trainable_variables))
