# effect: error
# raises: InvalidArgumentError
# a slip in one of two lines: the lists of one model that have nothing in common
import tensorflow as tf


def step(model, optimizer, features, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features, training=True) - labels))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.non_trainable_variables))  # TFG505


layers = "[tf.keras.Input((2,)), tf.keras.layers.Dense(3), tf.keras.layers.BatchNormalization()]"
given = eval(f"tf.keras.Sequential({layers})")
step(given, tf.keras.optimizers.SGD(0.1), tf.ones((4, 2)), tf.zeros((4, 3)))
