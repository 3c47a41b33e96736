# effect: ok
# beside: TFG312
# a margin minus a distance
import tensorflow as tf

layer = tf.keras.layers.Dense(4)
x = tf.random.normal((8, 4))
x2 = tf.random.normal((8, 4))
with tf.GradientTape() as tape:
    dist = tf.reduce_sum(tf.square(layer(x) - layer(x2)), axis=1)
    loss = tf.reduce_mean(tf.nn.relu(10.0 - dist))
print(tape.gradient(loss, layer.trainable_weights))
