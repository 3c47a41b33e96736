# effect: none
# .numpy() sits three calls below the loss
import tensorflow as tf

w = tf.Variable([0.5, -1.5])


def to_array(t):
    return t.numpy()  # TFG201


def rectify(t):
    arr = to_array(t)
    arr[arr < 0] = 0.0
    return arr


def features(x):
    return tf.convert_to_tensor(rectify(w * x))


with tf.GradientTape() as tape:
    loss = tf.reduce_sum(features(2.0) ** 2)
print(tape.gradient(loss, w))
