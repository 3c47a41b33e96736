# effect: ok
# beside: TFG531
# the decay of the second network is not in the loss that the first one computes
import tensorflow as tf

decay = tf.keras.regularizers.L2(0.1)
side = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2, kernel_regularizer=decay)])


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.out = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, x):
        return self.out(x)


net = Net()
net.compile("sgd", "mse")
x = tf.constant([[1.0, 2.0]])
with tf.GradientTape() as tape:
    loss = net.compute_loss(x=x, y=tf.constant([[0.5]]), y_pred=net(side(x)))
    loss += tf.add_n(side.losses)
print(tape.gradient(loss, net.trainable_variables + side.trainable_variables))
