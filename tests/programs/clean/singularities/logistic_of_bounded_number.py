# effect: ok
# beside: TFG606
# a bounded number does not overflow
import tensorflow as tf

layer = tf.keras.layers.Dense(1, activation="tanh")
w = tf.Variable(0.3)
with tf.GradientTape() as tape:
    z = layer(tf.constant([[0.1, 0.2]]))
    one = 1.0 / (1.0 + tf.exp(-5.0 * z))
    other = tf.math.log(1.0 + tf.exp(tf.clip_by_value(w, -30.0, 30.0)))
    third = tf.math.log1p(tf.exp(-tf.abs(w)))
    loss = tf.reduce_sum(one) + other + third
print(tape.gradient(loss, [w, *layer.trainable_variables]))
