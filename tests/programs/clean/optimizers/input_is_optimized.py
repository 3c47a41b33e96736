# effect: ok
# the input of a model that is a parameter is itself what the optimizer changes
import tensorflow as tf


def dream(model, optimizer, image):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(image)))
    gradient = tape.gradient(loss, image)
    optimizer.apply_gradients([(gradient, image)])
    return gradient


dense = "tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])"
image = tf.Variable(tf.ones((2, 2)))
print(dream(eval(dense), tf.keras.optimizers.SGD(0.1), image))
