# effect: error
# raises: InvalidArgumentError
# the gradient of the batch is zipped with the weights of the model
import tensorflow as tf


def step(model, optimizer, batch):
    x, y = batch
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, x)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))  # TFG505


dense = "tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])"
step(eval(dense), tf.keras.optimizers.SGD(0.1), (tf.ones((2, 2)), tf.ones((2, 1))))
