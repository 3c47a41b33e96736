# effect: ok
# Keras lists what is frozen among the variables that are not trained, and the tape watches it
import tensorflow as tf


def influence(model, features):
    model.layers[0].trainable = False
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(features))
    return tape.gradient(loss, model.non_trainable_variables)


layers = "[tf.keras.Input((2,)), tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)]"
print(influence(eval(f"tf.keras.Sequential({layers})"), tf.ones((4, 2))))
