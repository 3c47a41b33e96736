# effect: ok
# beside: TFG311, TFG517
# a layer normalisation works on each example alone
import tensorflow as tf

norm = tf.keras.layers.LayerNormalization()
data = tf.random.normal((3, 4), seed=1)
with tf.GradientTape() as tape:
    tape.watch(data)
    output = tf.tanh(norm(data) * tf.constant([1.0, 2.0, 3.0, 4.0]))
print(tape.batch_jacobian(output, data))
