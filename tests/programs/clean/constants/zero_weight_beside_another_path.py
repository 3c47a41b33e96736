# effect: ok
# beside: TFG313
# one term is switched off; the encoder is trained by the other one
import tensorflow as tf

PENALTY = 0.0
encoder = tf.keras.layers.Dense(2)
features = tf.constant([[0.1, 0.2], [0.3, -0.4]])
with tf.GradientTape() as tape:
    code = encoder(features)
    loss = tf.reduce_mean(tf.square(code - 1.0)) + PENALTY * tf.reduce_mean(tf.abs(code))
print(tape.gradient(loss, encoder.trainable_variables))
