# effect: ok
# the loop goes over more variables than are told apart, each is moved once
import tensorflow as tf

replicas = [tf.Variable([1.0, 2.0]) for _ in range(9)]
leader = replicas[0]
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(leader**2)
g = tape.gradient(loss, leader)
for r in replicas:
    r.assign_sub(0.1 * g)
