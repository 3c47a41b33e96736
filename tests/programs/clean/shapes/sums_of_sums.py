# effect: ok
# beside: TFG511
# every term is a number
import tensorflow as tf

encoder = tf.keras.layers.Dense(2)
batch = tf.random.normal((5, 3), seed=6)
with tf.GradientTape() as tape:
    code = encoder(batch)
    loss = tf.reduce_sum(code ** 2) + tf.reduce_mean(tf.abs(code))
    loss += tf.reduce_mean(tf.reduce_sum(tf.sin(code), axis=1))
gradients = tape.gradient(loss, encoder.trainable_variables)
