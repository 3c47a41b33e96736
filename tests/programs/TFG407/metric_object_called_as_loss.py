# effect: none
# a metric object keeps totals in variables; its value has no way back to the model
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
mse = tf.keras.metrics.MeanSquaredError()
x, y = tf.ones((4, 2)), tf.zeros((4, 1))

with tf.GradientTape() as tape:
    loss = mse(y, model(x))  # TFG407
print(tape.gradient(loss, model.trainable_variables))
