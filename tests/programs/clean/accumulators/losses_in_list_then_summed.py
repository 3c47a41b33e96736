# effect: ok
# beside: TFG519
# the name in the loop is reused, every value is kept in a list
import tensorflow as tf

w = tf.Variable(2.0)
terms = []
with tf.GradientTape() as tape:
    for k, x in enumerate([1.0, 2.0, 3.0]):
        term = (k + 1) * tf.square(w * x)
        terms.append(term)
    loss = sum(terms) / len(terms)
print(tape.gradient(loss, w))
