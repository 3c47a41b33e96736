# effect: none
# automatic watching is off, and only one of the two parameter groups is watched
import tensorflow as tf


class TwoTower:
    def __init__(self):
        self.user = tf.Variable([0.1, 0.2])
        self.item = tf.Variable([0.3, 0.4])

    def groups(self):
        return {"user": [self.user], "item": [self.item]}


model = TwoTower()
groups = model.groups()
with tf.GradientTape(watch_accessed_variables=False) as tape:
    for v in groups["user"]:
        tape.watch(v)
    score = tf.reduce_sum(model.user * model.item)
g = tape.gradient(score, groups["item"])  # TFG111
print(g)
