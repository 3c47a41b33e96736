# effect: ok
# beside: TFG812
# each fold has a model and an optimizer
import tensorflow as tf


def fit(units):
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(units)])
    optimizer = tf.keras.optimizers.Adam()
    for _ in range(2):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(tf.ones((4, 2)))))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for units in (1, 2):
    fit(units)
