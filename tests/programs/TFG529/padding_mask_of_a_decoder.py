# effect: wrong
# truth: [0.146932, -0.0150053, 0.0584606, 0.186813, -0.244522, -0.151115]
# the mask is made for the loss of each token, but the loss object has reduced it already
import tensorflow as tf

entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
decoder = tf.keras.layers.Dense(3, kernel_initializer="ones", use_bias=False)


@tf.function
def step(tokens, states):
    with tf.GradientTape() as tape:
        scores = decoder(states) * tf.constant([1.0, 0.5, -0.5])
        value = entropy(tokens, scores)  # TFG529
        keep = tf.cast(tf.math.logical_not(tf.math.equal(tokens, 0)), value.dtype)
        value *= keep
        total = tf.reduce_sum(value) / tf.reduce_sum(keep)
    return tape.gradient(total, decoder.trainable_variables)


print(step(tf.constant([[1, 2, 0]]), tf.constant([[[0.3, 1.0], [0.5, -1.0], [2.0, 0.1]]])))
