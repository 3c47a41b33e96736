# effect: ok
# beside: TFG517
# each row is divided by its own largest number
import tensorflow as tf

data = tf.random.normal((3, 4), seed=1)
with tf.GradientTape() as tape:
    tape.watch(data)
    scaled = data / tf.reduce_max(tf.abs(data), axis=1, keepdims=True)
    output = tf.square(scaled) + data
print(tape.batch_jacobian(output, data))
