# effect: ok
# beside: TFG606, TFG603, TFG806
# weights of several components, widths by softplus, and a log of a sum of exponentials
import tensorflow as tf

inputs = tf.keras.Input((2,))
hidden = tf.keras.layers.Dense(8, activation="tanh")(inputs)
shares = tf.keras.layers.Dense(3)(hidden)
means = tf.keras.layers.Dense(3)(hidden)
widths = tf.keras.layers.Dense(3, activation="softplus")(hidden)
model = tf.keras.Model(inputs, [shares, means, widths])
labels = tf.random.normal((5, 1))
with tf.GradientTape() as tape:
    logits, mean, width = model(tf.random.normal((5, 2)))
    width += 1e-3
    log_density = -0.5 * tf.square((labels - mean) / width) - tf.math.log(width)
    log_mixture = tf.reduce_logsumexp(tf.nn.log_softmax(logits) + log_density, axis=1)
    expected = tf.reduce_sum(tf.nn.softmax(logits) * mean, axis=1, keepdims=True)
    loss = -tf.reduce_mean(log_mixture) + 0.1 * tf.reduce_mean(tf.square(labels - expected))
print(tape.gradient(loss, model.trainable_variables))
