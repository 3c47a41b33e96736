# effect: ok
# the loop goes over variables that a loop made, each is moved once
import tensorflow as tf

replicas = []
for _ in range(9):
    replicas.append(tf.Variable([1.0, 2.0]))
leader = replicas[0]
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(leader**2)
g = tape.gradient(loss, leader)
for r in replicas:
    r.assign_sub(0.1 * g)
