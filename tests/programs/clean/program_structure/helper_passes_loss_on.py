# effect: ok
# a helper with a name like a loss passes on what it gets, after the tape
import tensorflow as tf

log_loss = eval("lambda loss, step: loss")


def step(model, features, number):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(features))
    loss = log_loss(loss, number)
    return tape.gradient(loss, model.trainable_variables)


made = eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])")
print(step(made, tf.ones((4, 2)), 3))
