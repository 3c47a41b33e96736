# effect: none
# a generator function is only run by sum() after the with
import tensorflow as tf

weights = [tf.Variable(1.0), tf.Variable(2.0)]


def penalties(ws):
    for w in ws:
        yield tf.square(w)


with tf.GradientTape() as tape:
    terms = penalties(weights)
loss = sum(terms)  # TFG101
print(tape.gradient(loss, weights))
