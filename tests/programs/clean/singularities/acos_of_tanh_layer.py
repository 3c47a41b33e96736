# effect: ok
# beside: TFG605
# an angle of something that is no cosine of two vectors
import tensorflow as tf

layer = tf.keras.layers.Dense(1, activation="tanh")
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.acos(0.9 * layer(tf.constant([[0.1, 0.2]]))))
print(tape.gradient(loss, layer.trainable_variables))
