# effect: ok
# beside: TFG520
# a buffer that the first batch of a group sets and the others add to
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.SGD(0.1)
accum = [tf.Variable(tf.zeros(v.shape), trainable=False) for v in model.trainable_variables]


@tf.function
def acc_step(x, y, first):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
    for a, g in zip(accum, grads):
        a.assign(tf.where(first, g, a + g))
    return loss


@tf.function
def apply_step():
    opt.apply_gradients(zip(accum, model.trainable_variables))


for i in range(8):
    acc_step(tf.random.normal((2, 3)), tf.random.normal((2, 1)), tf.constant(i % 4 == 0))
    if (i + 1) % 4 == 0:
        apply_step()
