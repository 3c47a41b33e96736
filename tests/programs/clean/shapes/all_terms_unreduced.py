# effect: ok
# beside: TFG511
# two unreduced terms, differentiated as a sum over the examples
import tensorflow as tf

encoder = tf.keras.layers.Dense(2)
batch = tf.random.normal((5, 3), seed=6)
with tf.GradientTape() as tape:
    code = encoder(batch)
    energy = tf.reduce_sum(code ** 2, axis=1)
    smoothness = tf.reduce_sum(tf.abs(code), axis=1)
    loss = energy + 0.1 * smoothness
gradients = tape.gradient(loss, encoder.trainable_variables)
