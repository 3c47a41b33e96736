# effect: wrong
# truth: [-1, 0, 1, 1, -6, -9]
# an influence score for each sample, made from one gradient of the vector of losses
import tensorflow as tf

w = tf.Variable([0.5, 0.5])
x = tf.constant([[1.0, 0.0], [1.0, 1.0], [2.0, 3.0]])
y = tf.constant([1.0, 0.5, 4.0])


def sample_losses():
    return tf.square(tf.linalg.matvec(x, w) - y)


with tf.GradientTape() as tape:
    per_sample = sample_losses()
per_sample_grads = tape.gradient(per_sample, w)  # TFG502
norms = tf.norm(tf.broadcast_to(per_sample_grads, (3, 2)), axis=1)
print("most influential sample:", int(tf.argmax(norms)))
