# effect: none
# the strength of weight decay is tuned on the validation loss after one optimizer step
import tensorflow as tf

decay = tf.Variable(0.1)
w = tf.Variable([1.0, -1.0])
sgd = tf.keras.optimizers.SGD(0.1)
sgd.build([w])


def train_loss():
    return tf.reduce_sum(tf.square(w - [0.5, 0.5])) + decay * tf.reduce_sum(tf.square(w))


with tf.GradientTape() as hyper:
    with tf.GradientTape() as tape:
        inner = train_loss()
    sgd.apply(tape.gradient(inner, [w]), [w])  # TFG408
    validation = tf.reduce_sum(tf.square(w - [0.4, 0.4]))
print(hyper.gradient(validation, decay))
