# effect: wrong
# truth: [0.4, 0.4]
# one buffer is set anew for every sample of the epoch
import tensorflow as tf

weight = tf.Variable([1.0, 1.0])
buffer = tf.Variable(tf.zeros([2]), trainable=False)
optimizer = tf.keras.optimizers.SGD(0.1)
samples = [tf.constant([1.0, 0.0]), tf.constant([0.0, 2.0]), tf.constant([1.0, 1.0])]
for epoch in range(2):
    buffer.assign(tf.zeros([2]))
    for sample in samples:
        with tf.GradientTape() as tape:
            loss = tf.square(tf.reduce_sum(weight * sample) - 3.0)
        gradient = tape.gradient(loss, weight)
        buffer.assign(gradient)  # TFG501
    optimizer.apply_gradients([(buffer, weight)])
print(gradient)
