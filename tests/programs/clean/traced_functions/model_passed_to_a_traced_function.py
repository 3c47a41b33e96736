# effect: ok
# beside: TFG415
# the function gets the model and reads its weights inside
import tensorflow as tf


@tf.function
def gradients(model, features):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(features) ** 2)
    return tape.gradient(loss, model.trainable_variables)


network = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
print(gradients(network, tf.ones((2, 3))))
