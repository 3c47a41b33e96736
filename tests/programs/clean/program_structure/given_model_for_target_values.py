# effect: ok
# a given model is called before the tape for its old values, and again inside
import tensorflow as tf


def step(model, features, labels):
    before = model(features)
    with tf.GradientTape() as tape:
        predictions = model(features)
        loss = tf.reduce_mean(tf.square(predictions - labels) + 0.1 * tf.abs(predictions - before))
    return tape.gradient(loss, model.trainable_variables)


made = eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])")
print(step(made, tf.ones((4, 2)), tf.zeros((4, 1))))
