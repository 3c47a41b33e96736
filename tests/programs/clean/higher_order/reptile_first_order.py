# effect: ok
# first-order meta-learning: all moves are values, every tape stands for itself
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.SGD(0.05)
tasks = [1.0, -2.0, 0.5]
for slope in tasks:
    old = [tf.identity(v) for v in model.trainable_variables]
    x = tf.constant([[1.0], [2.0]])
    for _ in range(2):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - slope * x))
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
    for v, o in zip(model.trainable_variables, old):
        v.assign(o + 0.1 * (v - o))
