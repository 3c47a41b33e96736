# effect: ok
# Keras 3 has apply(gradients, variables) without pairs
import tensorflow as tf
import keras

layer = keras.layers.Dense(1)
layer.build((None, 2))
opt = keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = keras.ops.mean(keras.ops.square(layer(tf.ones((2, 2)))))
    grads = tape.gradient(loss, layer.trainable_weights)
    opt.apply(grads, layer.trainable_weights)
