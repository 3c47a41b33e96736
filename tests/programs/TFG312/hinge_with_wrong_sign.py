# effect: zero
# a hinge on the negative of a square
import tensorflow as tf

layer = tf.keras.layers.Dense(4)
x = tf.random.normal((8, 4))
with tf.GradientTape() as tape:
    dist = tf.square(layer(x))
    # hinge, sign the wrong way round
    loss = tf.reduce_mean(tf.nn.relu(-dist))  # TFG312
grads = tape.gradient(loss, layer.trainable_weights)
print(grads)
