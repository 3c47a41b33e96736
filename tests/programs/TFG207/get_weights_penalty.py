# effect: none
# the weight penalty is built from get_weights(), which copies the weights out
import tensorflow as tf

dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
dense.build((None, 3))


def weight_decay(layer):
    return tf.add_n([tf.nn.l2_loss(w) for w in layer.get_weights()])  # TFG207


with tf.GradientTape() as tape:
    loss = 0.5 * weight_decay(dense)
print(tape.gradient(loss, dense.trainable_weights))
