# effect: ok
# beside: TFG603, TFG606
# a softmax by hand that subtracts the maximum
import tensorflow as tf

layer = tf.keras.layers.Dense(3)


def softmax(z):
    powers = tf.exp(z - tf.reduce_max(z, axis=-1, keepdims=True))
    return powers / tf.reduce_sum(powers, axis=-1, keepdims=True)


with tf.GradientTape() as tape:
    p = softmax(layer(tf.constant([[200.0, -3.0]])))
    loss = tf.reduce_sum(p * tf.constant([[0.0, 1.0, 0.0]]))
print(tape.gradient(loss, layer.trainable_variables))
