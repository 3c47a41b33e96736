# effect: wrong
# truth: [0.0549368, 0.0549368, -0.400154, -0.400154, -0.0176332, -0.0176332, 0.171408, -0.484405, 0.171408, -0.484405, -0.644313, 0.487572]
# an updater object gets the lists of two networks in different orders
import tensorflow as tf

start = tf.keras.initializers.Constant(0.3)
encoder = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(2, kernel_initializer=start)]
)
decoder = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(2, kernel_initializer=start)]
)


class Descent:
    def __init__(self, rate):
        self.rate = rate

    def step(self, gradients, variables):
        for gradient, variable in zip(gradients, variables):
            variable.assign_sub(self.rate * gradient)  # TFG505


descent = Descent(0.1)
x = tf.constant([[1.0, -2.0], [0.5, 1.0]])
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(decoder(encoder(x)) - x))
    gradients = tape.gradient(loss, encoder.trainable_variables + decoder.trainable_variables)
    descent.step(gradients, decoder.trainable_variables + encoder.trainable_variables)
print(gradients)
