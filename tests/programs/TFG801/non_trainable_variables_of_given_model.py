# effect: none
# the list that is left over, of a model that is a parameter
import tensorflow as tf


def step(model, features, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features, training=True) - labels))
    return tape.gradient(loss, model.non_trainable_variables)  # TFG801


layers = "[tf.keras.Input((2,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)]"
print(step(eval(f"tf.keras.Sequential({layers})"), tf.ones((4, 2)), tf.zeros((4, 1))))
