# effect: ok
# eager iteration over a dataset built from data, mapped with constants
import tensorflow as tf

mean = 2.0
ds = tf.data.Dataset.from_tensor_slices(([1.0, 2.0, 3.0], [2.0, 4.0, 6.0]))
ds = ds.map(lambda x, y: (x - mean, y)).shuffle(3, seed=1).batch(2)
slope, intercept = tf.Variable(0.0), tf.Variable(0.0)
for xs, ys in ds:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((slope * xs + intercept - ys) ** 2)
    gs, gi = tape.gradient(loss, [slope, intercept])
    slope.assign_sub(0.1 * gs)
    intercept.assign_sub(0.1 * gi)
print(slope.numpy(), intercept.numpy())
