# effect: ok
# a recursive helper, which is not followed to its end, stores the term under a name
import tensorflow as tf

w = tf.Variable(0.4)


def store(terms, names, value):
    if len(names) > 1:
        store(terms, names[1:], value)
    else:
        terms[names[0]] = value


with tf.GradientTape() as tape:
    terms = {"data": tf.constant(1.0)}
    store(terms, ["a", "b", "penalty"], w * w)
    loss = terms["data"] + terms["penalty"]
gradient = tape.gradient(loss, w)
print(gradient)
