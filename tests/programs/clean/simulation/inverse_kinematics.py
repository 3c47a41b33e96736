# effect: ok
# beside: TFG605
# Angles as a variable; positions by a Python recursion; stop by float()
import math

import tensorflow as tf

angles = tf.Variable([0.3, -0.2, 0.5])
lengths = [1.0, 0.8, 0.5]
goal = tf.constant([1.2, 0.9])


def end_effector(angles):
    position, total = tf.zeros(2), 0.0
    for i, length in enumerate(lengths):
        total = total + angles[i]
        position = position + length * tf.stack([tf.cos(total), tf.sin(total)])
    return position


def wrap(a):
    return a - 2.0 * math.pi * tf.stop_gradient(tf.floor((a + math.pi) / (2.0 * math.pi)))


step = 0.2
last = math.inf
for it in range(20):
    with tf.GradientTape() as tape:
        a = wrap(angles)
        error = tf.reduce_sum((end_effector(a) - goal) ** 2)
        limits = tf.reduce_sum(tf.nn.relu(tf.abs(a) - 2.5) ** 2)
        loss = error + 0.1 * limits
    g = tape.gradient(loss, angles)
    angles.assign_sub(step * g)
    now = float(error)
    if now > last:
        step *= 0.5
    if math.sqrt(now) < 1e-3 or abs(last - now) < 1e-9:
        break
    last = now
print(it, [round(math.degrees(v), 1) for v in angles.numpy().tolist()])
