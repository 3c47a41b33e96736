# effect: none
# sliced assignment into a memory variable
import tensorflow as tf

key = tf.Variable([0.1, 0.2, 0.3])
memory = tf.Variable(tf.zeros((4, 3)), trainable=False)

with tf.GradientTape() as tape:
    for slot in range(4):
        memory[slot].assign(key * float(slot))  # TFG403
    readout = tf.reduce_mean(memory, axis=0)
    loss = tf.reduce_sum(tf.square(readout - 1.0))
print(tape.gradient(loss, key))
