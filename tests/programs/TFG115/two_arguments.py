# effect: error
# raises: TypeError
# gradients and variables as two arguments, like those of `apply`
import tensorflow as tf

layer = tf.keras.layers.Dense(1)
optimizer = tf.keras.optimizers.SGD(0.1)
inputs = tf.constant([[1.0, 2.0], [3.0, 4.0]])
for step in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(layer(inputs) - 1.0))
    gradients = tape.gradient(loss, layer.trainable_variables)
    optimizer.apply_gradients(gradients, layer.trainable_variables)  # TFG115
