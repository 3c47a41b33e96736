# effect: ok
# beside: TFG520
# gradients, not losses, are added up in variables, after each tape
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
sums = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]


@tf.function
def accumulate(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    for s, g in zip(sums, tape.gradient(loss, model.trainable_variables)):
        s.assign_add(g)
    return loss


@tf.function
def apply(count):
    optimizer.apply_gradients(zip([s / count for s in sums], model.trainable_variables))
    for s in sums:
        s.assign(tf.zeros_like(s))


for step in range(4):
    accumulate(tf.ones((2, 2)) * float(step), tf.ones((2, 1)))
    if step % 2 == 1:
        apply(tf.constant(2.0))
