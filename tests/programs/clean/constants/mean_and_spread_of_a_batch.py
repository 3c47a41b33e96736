# effect: ok
# beside: TFG311
# squares of standardised outputs times labels depend on the weights, though their mean does not
import tensorflow as tf

weights = tf.Variable([[0.5], [1.5]])
features, labels = tf.random.normal((6, 2)), tf.random.normal((6, 1))
with tf.GradientTape() as tape:
    outputs = tf.matmul(features, weights)
    mean, variance = tf.nn.moments(outputs, axes=[0])
    standard = (outputs - mean) / tf.sqrt(variance + 1e-5)
    loss = tf.reduce_mean(tf.square(standard) * labels)
print(tape.gradient(loss, weights))
