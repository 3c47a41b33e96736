# effect: none
# a list with the kernel of one layer goes into the traced function
import tensorflow as tf

layer = tf.keras.layers.Dense(2, use_bias=False)
layer.build((None, 3))


@tf.function
def sensitivity(parameters, features):
    with tf.GradientTape() as tape:
        output = tf.reduce_sum(tf.square(layer(features)))
    return tape.gradient(output, parameters)  # TFG415


print(sensitivity([layer.kernel], tf.ones((1, 3))))
