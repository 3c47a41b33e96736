# effect: ok
# beside: TFG514
# a squared difference has no order
import tensorflow as tf

mse = tf.keras.losses.MeanSquaredError()
decoder = tf.keras.layers.Dense(2)
image = tf.constant([[0.2, 0.7]])
with tf.GradientTape() as tape:
    reconstruction = decoder(image)
    loss = mse(reconstruction, image) + tf.keras.losses.Huber()(reconstruction, image)
    loss += tf.reduce_mean(tf.keras.losses.MAE(reconstruction, image))
print(tape.gradient(loss, decoder.trainable_variables))
