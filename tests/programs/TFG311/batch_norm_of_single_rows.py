# effect: zero
# every batch has one row, which the layer makes zero
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = tf.keras.layers.Dense(4, use_bias=False)
        self.norm = tf.keras.layers.BatchNormalization()  # TFG311
        self.outer = tf.keras.layers.Dense(1)

    def call(self, rows, training=None):
        return self.outer(tf.nn.tanh(self.norm(self.inner(rows), training=training)))


net = Net()
inputs = tf.random.normal((6, 3))
wanted = tf.random.normal((6, 1))
data = tf.data.Dataset.from_tensor_slices((inputs, wanted)).batch(1)
optimizer = tf.keras.optimizers.SGD(0.1)
for x, y in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x, training=True) - y))
    gradients = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(gradients, net.trainable_variables))
print([tf.reduce_max(tf.abs(g)).numpy() for g in gradients])
