# effect: wrong
# truth: [2, 4, 3, 3]
# asking once for all tasks with the shared weights listed once per task
import tensorflow as tf

shared = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    losses = {"fit": tf.reduce_sum(tf.square(shared)), "budget": 3.0 * tf.reduce_sum(shared)}
per_task = tape.gradient(list(losses.values()), [shared] * len(losses))  # TFG504
for name, g in zip(losses, per_task):
    print(name, float(tf.norm(g)))
