# effect: none
# the learning rate is an integer division
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.layers.Input((3,)),
        tf.keras.layers.Dense(4, activation="tanh"),
        tf.keras.layers.Dense(1),
    ]
)
epochs = 5
initial_lr = float(1 // 10)
model.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=initial_lr), loss="mse")  # TFG813
model.fit(np.random.rand(40, 3), np.random.rand(40, 1), epochs=epochs, verbose=0)
