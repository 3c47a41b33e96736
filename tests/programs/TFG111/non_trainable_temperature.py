# effect: none
# the temperature was made non-trainable, so the tape does not track it
import tensorflow as tf

temperature = tf.Variable(2.0, trainable=False, name="temperature")
logits = tf.constant([1.0, 3.0])
with tf.GradientTape() as tape:
    probs = tf.nn.softmax(logits / temperature)
    nll = -tf.math.log(probs[0] + 1e-7)
print(tape.gradient(nll, temperature))  # TFG111
