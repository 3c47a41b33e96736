# effect: none
# the encoded batch is sliced into a dataset inside the tape
import tensorflow as tf

enc = tf.Variable([[1.0, 0.5], [0.0, 2.0]])
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    codes = tf.matmul(x, enc)
    loss = tf.constant(0.0)
    for row in tf.data.Dataset.from_tensor_slices(codes):  # TFG208
        loss += tf.reduce_sum(tf.square(row))
print(tape.gradient(loss, enc))
