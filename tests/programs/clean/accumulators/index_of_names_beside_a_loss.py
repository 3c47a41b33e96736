# effect: ok
# the loop makes a table of indices; the first index is zero and no total
import tensorflow as tf


class Space:
    def __init__(self):
        self.choices = {}

    def add(self, name, values):
        places = {}
        for place, value in enumerate(values):
            places[value] = place
        self.choices[name] = {"values": values, "places": places}

    def encoded(self, name, value):
        return tf.one_hot(self.choices[name]["places"][value], len(self.choices[name]["values"]))


space = Space()
space.add("kernel", [1, 3])
scores = tf.Variable([0.1, 0.2])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(space.encoded("kernel", 3) * scores)
print(tape.gradient(loss, scores))
