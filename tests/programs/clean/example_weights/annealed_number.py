# effect: ok
# beside: TFG529
# one factor for the whole loss, out of a schedule
import tensorflow as tf

squared = tf.keras.losses.MeanSquaredError()
slope = tf.Variable([[1.0], [0.5]])
inputs = tf.constant([[1.0, 2.0], [0.3, 0.1]])
schedule = tf.constant([0.1, 0.5, 1.0])
for epoch in range(3):
    with tf.GradientTape() as tape:
        loss = squared(tf.constant([[0.0], [1.0]]), tf.matmul(inputs, slope)) * schedule[epoch]
    print(tape.gradient(loss, slope))
