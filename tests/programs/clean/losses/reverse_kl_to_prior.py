# effect: ok
# beside: TFG514
# the divergence of the posterior from a fixed prior
import tensorflow as tf

logits = tf.Variable([[0.2, 0.8, -0.1]])
prior = tf.constant([[0.3, 0.3, 0.4]])
with tf.GradientTape() as tape:
    loss = tf.keras.losses.KLDivergence()(tf.nn.softmax(logits), prior)
print(tape.gradient(loss, logits))
