# effect: ok
# a loss that another module keeps: in an object, a class, an entry, a list
import tensorflow as tf

from totals.totals import Latest, Total, collect, merge

weight = tf.Variable([1.0, 2.0])
total = Total(data=0.5)
with tf.GradientTape() as tape:
    total.add("data", tf.reduce_sum(weight))
    loss = total.value
print(tape.gradient(loss, weight))

with tf.GradientTape() as tape:
    Latest.put(tf.reduce_sum(weight))
    loss = Latest.value
print(tape.gradient(loss, weight))

with tf.GradientTape() as tape:
    totals = {"data": tf.constant(0.0)}
    for _ in range(2):
        merge(totals, "data", tf.reduce_sum(weight))
    loss = totals["data"]
print(tape.gradient(loss, weight))

with tf.GradientTape() as tape:
    terms = []
    collect(terms, tf.reduce_sum(weight))
    loss = tf.add_n(terms)
print(tape.gradient(loss, weight))
