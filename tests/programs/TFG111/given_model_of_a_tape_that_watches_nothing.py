# effect: none
# the variables are not known, and the tape watches none
import tensorflow as tf


def step(model, features):
    variables = model.trainable_variables
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        loss = tf.reduce_sum(model(features))
    return tape.gradient(loss, variables)  # TFG111


print(
    step(
        eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])"),
        tf.ones((4, 2)),
    )
)
