# effect: ok
# beside: TFG529
# the loss object gets the weights itself, and reduces their product
import tensorflow as tf

entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)
slope = tf.Variable([[1.0], [0.5]])
inputs = tf.constant([[1.0, 2.0], [0.3, 0.1], [0.2, 0.9]])
wanted = tf.constant([[0.0], [1.0], [1.0]])
weights = tf.constant([1.0, 4.0, 4.0])
with tf.GradientTape() as tape:
    loss = entropy(wanted, tf.matmul(inputs, slope), sample_weight=weights)
print(tape.gradient(loss, slope))
