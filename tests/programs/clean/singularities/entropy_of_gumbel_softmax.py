# effect: ok
# beside: TFG603
# the maximum with a small number, as Keras does it
import tensorflow as tf

logits = tf.Variable([[200.0, 0.0]])
with tf.GradientTape() as tape:
    p = tf.nn.softmax(logits)
    entropy = -tf.reduce_sum(p * tf.math.log(tf.maximum(p, tf.keras.backend.epsilon())))
print(tape.gradient(entropy, logits))
