# effect: wrong
# truth: [7.82031, 7.82031, 7.82031, 7.82031, 7.82031, 7.82031, 15.6706, 15.6706, 7.8815]
# Keras wraps the optimizer of a mixed-precision model; its `train_step` does not scale
import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(2, kernel_initializer="ones")
        self.out = tf.keras.layers.Dense(1, kernel_initializer="ones", dtype="float32")

    def call(self, inputs):
        return self.out(self.hidden(inputs))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x, training=True) - y))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))  # TFG524
        return {"loss": loss}


net = Net()
net.compile(optimizer=tf.keras.optimizers.SGD(0.01))
net.fit(tf.ones((4, 2)), tf.fill((4, 1), 3.8), verbose=0)
with tf.GradientTape() as tape:
    error = tf.reduce_mean(tf.square(net(tf.ones((1, 2)))))
print(tape.gradient(error, net.trainable_variables))
