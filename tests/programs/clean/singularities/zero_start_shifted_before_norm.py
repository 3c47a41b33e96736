# effect: ok
# beside: TFG811
# a zero initial value that has moved by the time its norm is taken
import tensorflow as tf

v = tf.Variable(tf.zeros(3))
v.assign_add([0.1, -0.2, 0.3])
position = tf.Variable(tf.zeros(2))
goal = tf.constant([3.0, 4.0])
with tf.GradientTape() as tape:
    distance = tf.norm(position - goal)
    speed = tf.norm(v)
    root = tf.sqrt(tf.nn.relu(distance) + 1.0)
    loss = distance + 0.1 * speed + root
print(tape.gradient(loss, [v, position]))
