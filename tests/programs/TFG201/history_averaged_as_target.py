# effect: none
# the list of logged numbers is averaged and differentiated instead of the losses
import tensorflow as tf

v = tf.Variable(1.5)
batches = [1.0, 2.0, 3.0]


def epoch_loss():
    history = []
    for b in batches:
        loss = tf.square(v * b - 1.0)
        history.append(loss.numpy())  # TFG201
    return tf.reduce_mean(history)


with tf.GradientTape() as tape:
    mean_loss = epoch_loss()
print(tape.gradient(mean_loss, v))
