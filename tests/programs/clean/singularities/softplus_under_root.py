# effect: ok
# beside: TFG606
# softplus is positive
import tensorflow as tf

layer = tf.keras.layers.Dense(3, activation="softplus")
with tf.GradientTape() as tape:
    scale = layer(tf.constant([[0.1, -0.4]]))
    loss = tf.reduce_sum(tf.sqrt(scale) + tf.math.log(scale))
print(tape.gradient(loss, layer.trainable_variables))
