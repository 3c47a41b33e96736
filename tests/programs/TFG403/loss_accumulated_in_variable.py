# effect: none
# the total lives in a variable: assign_add stores the number and forgets where it came from
import tensorflow as tf

w = tf.Variable([1.0, -1.0])
total = tf.Variable(0.0, trainable=False)
batches = [tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])]

with tf.GradientTape() as tape:
    total.assign(0.0)
    for x in batches:
        total.assign_add(tf.reduce_sum(tf.square(w * x)))  # TFG403
    loss = total / len(batches)
print(tape.gradient(loss, w))
