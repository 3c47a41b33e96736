# effect: ok
# beside: TFG514
# lower-case functions of tf.keras.metrics are plain functions and can be losses
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
with tf.GradientTape() as tape:
    pred = model(tf.ones((4, 2)))
    loss = tf.reduce_mean(tf.keras.metrics.mse(tf.zeros((4, 1)), pred))
print(tape.gradient(loss, model.trainable_variables))
