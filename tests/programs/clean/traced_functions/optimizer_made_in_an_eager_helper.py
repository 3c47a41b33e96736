# effect: ok
# beside: TFG414
# the function that makes the optimizer runs eagerly; only the step is traced
import tensorflow as tf


def train(layer, features, rate):
    optimizer = tf.keras.optimizers.SGD(rate)
    optimizer.build(layer.trainable_variables)

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(layer(features) - 1.0))
        gradients = tape.gradient(loss, layer.trainable_variables)
        optimizer.apply_gradients(zip(gradients, layer.trainable_variables))
        return gradients

    return step()


dense = tf.keras.layers.Dense(1)
dense.build((None, 2))
for rate in (0.1, 0.2):
    print(train(dense, tf.constant([[1.0, 2.0]]), rate))
