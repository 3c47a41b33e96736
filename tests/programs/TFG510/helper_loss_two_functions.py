# effect: wrong
# truth: [1.09774, 1.09774, 1.09774, 1.09774, 5.96046e-08, 5.96046e-08, 5.96046e-08, 5.96046e-08, 1.74439, 1.74439, 1.74439, 1.74439, 2.38419e-07]
# the loss function is called from a traced step; the shapes meet two functions further down
import tensorflow as tf

net = tf.keras.Sequential(
    [
        tf.keras.layers.Dense(4, activation="tanh", kernel_initializer="ones"),
        tf.keras.layers.Dense(1, kernel_initializer="ones"),
    ]
)


def squared_error(target, output):
    return tf.math.squared_difference(target, output)  # TFG510


def objective(x, target):
    return tf.reduce_mean(squared_error(target, net(x)))


@tf.function
def step(x, target):
    with tf.GradientTape() as tape:
        loss = objective(x, target)
    return tape.gradient(loss, net.trainable_variables)


inputs = tf.reshape(tf.linspace(-1.0, 1.0, 8), (8, 1))
targets = tf.sin(3.0 * tf.linspace(-1.0, 1.0, 8))
step(inputs, targets)
