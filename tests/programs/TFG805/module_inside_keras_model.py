# effect: none
# a tf.Module inside a Keras 3 model: its variables are not in model.trainable_variables
import tensorflow as tf


class Affine(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.a = tf.Variable(tf.ones((size,)))
        self.b = tf.Variable(tf.zeros((size,)))

    def __call__(self, x):
        return x * self.a + self.b


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.affine = Affine(3)  # TFG805
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(self.affine(x))


@tf.function
def step(net, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - y))
    variables = net.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


net = Net()
net(tf.ones((1, 3)))
adam = tf.keras.optimizers.Adam(0.01)
for _ in range(2):
    step(net, adam, tf.ones((4, 3)), tf.zeros((4, 1)))
