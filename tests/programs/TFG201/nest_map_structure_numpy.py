# effect: none
# tf.nest.map_structure takes the whole parameter tree out of TensorFlow
import tensorflow as tf

params = {"dense": {"w": tf.Variable([1.0, 2.0]), "b": tf.Variable(0.5)}}


def snapshot(tree):
    return tf.nest.map_structure(lambda v: v.numpy(), tree)  # TFG201


def energy(tree):
    return tf.reduce_sum(tree["dense"]["w"] ** 2) + tree["dense"]["b"]


with tf.GradientTape() as tape:
    loss = tf.convert_to_tensor(energy(snapshot(params)))
print(tape.gradient(loss, tf.nest.flatten(params)))
