# effect: error
# raises: ValueError
# a bare layer has no weights before it is built; the optimizer finds nothing to do
import tensorflow as tf
from tensorflow.keras.layers import Dense

layer = Dense(2)
weights = layer.trainable_weights  # TFG802
opt = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(tf.ones((1, 3))))
opt.apply_gradients(zip(tape.gradient(loss, weights), weights))
