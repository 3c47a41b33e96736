# effect: ok
# beside: TFG516
# a product of the Hessian with a direction: the sum of rows is what is wanted
import tensorflow as tf

beads = tf.Variable([0.2, 0.8, 2.0])
direction = tf.constant([1.0, 0.0, -1.0])
with tf.GradientTape(persistent=True) as outer:
    with tf.GradientTape() as inner:
        total = tf.reduce_sum((beads[:-1] - beads[1:]) ** 4)
    force = inner.gradient(total, beads)
    along = tf.reduce_sum(force * direction)
print(outer.gradient(along, beads))
print(outer.gradient(force, beads, output_gradients=direction))
