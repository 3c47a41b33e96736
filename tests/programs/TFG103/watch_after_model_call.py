# effect: none
# saliency helper: the batch is watched after the network has seen it
import tensorflow as tf

net = tf.keras.layers.Dense(2, kernel_initializer="ones")


def saliency(images, cls):
    images = tf.convert_to_tensor(images)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        scores = net(images)
        tape.watch(images)  # TFG103
        chosen = scores[:, cls]
    return tape.gradient(chosen, images)


print(saliency([[1.0, 2.0]], 1))
