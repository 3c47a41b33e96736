# effect: none
# `predict` of a model that is a parameter
import tensorflow as tf


def step(model, features, labels):
    with tf.GradientTape() as tape:
        predictions = model.predict(features, verbose=0)  # TFG206
        loss = tf.reduce_mean(tf.square(predictions - labels))
    gradients = tape.gradient(loss, model.trainable_variables)
    eval("tf.keras.optimizers.SGD()").apply_gradients(zip(gradients, model.trainable_variables))


step(
    eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])"),
    tf.ones((4, 2)),
    tf.zeros((4, 1)),
)
