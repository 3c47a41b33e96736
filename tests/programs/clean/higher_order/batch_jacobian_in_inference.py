# effect: ok
# beside: TFG517
# batch normalisation in inference mode keeps examples apart
import tensorflow as tf

norm = tf.keras.layers.BatchNormalization()
dense = tf.keras.layers.Dense(2)
data = tf.random.normal((3, 2), seed=1)
with tf.GradientTape() as tape:
    tape.watch(data)
    output = dense(norm(data, training=False))
print(tape.batch_jacobian(output, data))
