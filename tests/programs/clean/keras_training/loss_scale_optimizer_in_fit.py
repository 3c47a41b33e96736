# effect: ok
# beside: TFG524
# `fit` scales the loss and unscales the gradients by itself
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.LossScaleOptimizer(tf.keras.optimizers.SGD(0.01))
model.compile(optimizer=optimizer, loss="mse")
model.fit(tf.ones((4, 3)), tf.ones((4, 1)), epochs=1, verbose=0)
