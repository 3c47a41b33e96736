# effect: none
# Dataset.reduce with the variable in its function
import tensorflow as tf

growth = tf.Variable(1.1)
rates = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    total = rates.reduce(tf.constant(0.0), lambda acc, r: acc + r * growth)  # TFG208
    loss = tf.square(total)
print(tape.gradient(loss, growth))
