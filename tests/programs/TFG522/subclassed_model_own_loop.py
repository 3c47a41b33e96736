# effect: wrong
# truth: [12.21, 12.21, 12.21, 24.21, 24.21, 24.21, 12.0, 12.0, 12.0, 36.0, 36.0, 36.0, 12.0]
# layers of a subclass have regularizers, the loop has none
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        penalty = tf.keras.regularizers.L1L2(l1=0.01, l2=0.1)
        self.hidden = tf.keras.layers.Dense(
            3, activation="relu", kernel_initializer="ones", kernel_regularizer=penalty
        )
        self.out = tf.keras.layers.Dense(1, kernel_initializer="ones", bias_regularizer="l2")

    def call(self, inputs):
        return self.out(self.hidden(inputs))


net = Net()
optimizer = tf.keras.optimizers.SGD(0.001)
mse = tf.keras.losses.MeanSquaredError()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, net(x, training=True))
    gradients = tape.gradient(loss, net.trainable_variables)  # TFG522
    optimizer.apply_gradients(zip(gradients, net.trainable_variables))
    return gradients


print(train_step(tf.constant([[1.0, 2.0]]), tf.constant([[3.0]])))
