# effect: none
# a generator yields predictions from inside its tape; the loss is formed in the consumer afterwards
import tensorflow as tf

w = tf.Variable(2.0)


def predictions(xs):
    for x in xs:
        with tf.GradientTape() as tape:
            p = w * x
        yield tape, p


for tape, p in predictions([1.0, 2.0]):
    loss = (p - 1.0) ** 2  # TFG101
    g = tape.gradient(loss, w)
print(g)
