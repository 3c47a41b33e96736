# effect: ok
# beside: TFG813
# a callback raises the learning rate from zero
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.layers.Input((3,)),
        tf.keras.layers.Dense(4, activation="tanh"),
        tf.keras.layers.Dense(1),
    ]
)


def schedule(epoch, lr):
    return 1e-3 * min(1.0, epoch / 2)


model.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=0.0), loss="mse")
model.fit(
    np.random.rand(40, 3),
    np.random.rand(40, 1),
    epochs=5,
    verbose=0,
    callbacks=[tf.keras.callbacks.LearningRateScheduler(schedule)],
)
