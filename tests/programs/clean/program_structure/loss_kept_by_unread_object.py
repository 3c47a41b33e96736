# effect: ok
# the loss is computed in the tape and fetched after it
import tensorflow as tf


class Results:
    pass


def step(model, features):
    results = eval("Results()")
    with tf.GradientTape() as tape:
        results.loss = tf.reduce_sum(model(features))
    loss = results.loss
    return tape.gradient(loss, model.trainable_variables)


made = eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])")
print(step(made, tf.ones((4, 2))))
