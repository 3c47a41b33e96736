# effect: nan
# names assigned from the library, temperature in between
import tensorflow as tf

log = tf.math.log
softmax = tf.keras.activations.softmax


def nll(logits, index, temperature=0.5):
    probabilities = softmax(logits / temperature)
    return -log(probabilities)[0, index]  # TFG603


z = tf.Variable([[80.0, 0.0]])
with tf.GradientTape() as tape:
    value = nll(z, 1)
print(tape.gradient(value, z))
