# effect: none
# formatted and parsed back
import tensorflow as tf

x = tf.Variable([0.12345, 1.98765])
with tf.GradientTape() as tape:
    text = tf.strings.as_string(x, precision=2)  # TFG301
    y = tf.strings.to_number(text)
    loss = tf.reduce_sum(y * y)
print(tape.gradient(loss, x))
