# effect: ok
# beside: TFG805, TFG807
# layers made in __init__ and applied in a loop
import tensorflow as tf


class Stack(tf.keras.layers.Layer):
    def __init__(self, depth):
        super().__init__()
        self.blocks = [tf.keras.layers.Dense(3, activation="tanh") for _ in range(depth)]

    def call(self, x):
        for block in self.blocks:
            x = block(x)
        return x


stack = Stack(2)
features = tf.constant([[0.1, 0.2, 0.3]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(stack(features) - 1.0))
print(tape.gradient(loss, stack.trainable_variables))
