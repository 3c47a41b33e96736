# effect: ok
# a counter and a record of the loss are written inside the tape, nobody differentiates them
import tensorflow as tf

w = tf.Variable(1.0)
step = tf.Variable(0, dtype=tf.int64, trainable=False)
last_loss = tf.Variable(0.0, trainable=False)


@tf.function
def train(x):
    with tf.GradientTape() as tape:
        step.assign_add(1)
        loss = tf.square(w * x - 2.0)
        last_loss.assign(loss)
    g = tape.gradient(loss, w)
    w.assign_sub(0.1 * g)
    return g


for x in (1.0, 2.0):
    train(tf.constant(x))
print(step.numpy(), last_loss.numpy())
