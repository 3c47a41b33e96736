# effect: wrong
# truth: [0.141619, 0.0912707, -0.232889, 0.299695, 0.282732, -0.582427]
# the target distribution is the second argument
import tensorflow as tf

weights = tf.Variable([[0.2, -0.1, 0.4], [0.3, 0.5, -0.2]])
features = tf.constant([[1.0, 2.0], [0.5, -1.0]])
targets = tf.constant([[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])
with tf.GradientTape() as tape:
    predicted = tf.nn.softmax(tf.matmul(features, weights))
    loss = tf.reduce_mean(tf.keras.losses.kld(predicted, targets))  # TFG514
print(tape.gradient(loss, weights))
