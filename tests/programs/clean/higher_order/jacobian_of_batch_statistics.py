# effect: ok
# beside: TFG517
# the full Jacobian has the coupling of the batch
import tensorflow as tf

data = tf.random.normal((3, 2), seed=1)
with tf.GradientTape() as tape:
    tape.watch(data)
    output = data / (tf.reduce_mean(tf.abs(data), axis=0) + 1.0)
print(tape.jacobian(output, data))
