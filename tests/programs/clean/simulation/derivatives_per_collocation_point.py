# effect: ok
# beside: TFG308
# network derivative per collocation point, first and second order
import tensorflow as tf

net = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(1)]
)
x = tf.reshape(tf.linspace(0.0, 1.0, 6), (-1, 1))

with tf.GradientTape() as train_tape:
    with tf.GradientTape() as t2:
        t2.watch(x)
        with tf.GradientTape() as t1:
            t1.watch(x)
            u = net(x)
        u_x = t1.gradient(u, x)
    u_xx = t2.gradient(u_x, x)
    residual = tf.reduce_mean(tf.square(u_xx + u))
grads = train_tape.gradient(residual, net.trainable_variables[:3])
print([g.shape for g in grads])
