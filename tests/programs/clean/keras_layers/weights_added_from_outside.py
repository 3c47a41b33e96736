# effect: ok
# beside: TFG805
# a plain layer holds weights that the program adds to it
import tensorflow as tf


def project(*weights):
    return tf.add_n([tf.reduce_sum(weight * weight) for weight in weights])


layer = tf.keras.layers.Layer()
for shape in ((2,), (3, 2)):
    layer.add_weight(shape=shape, initializer="ones")
with tf.GradientTape() as tape:
    total = project(*layer.weights)
print(tape.gradient(total, layer.weights))
