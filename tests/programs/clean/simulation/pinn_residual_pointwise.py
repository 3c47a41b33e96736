# effect: ok
# beside: TFG308, TFG516
# a network applied point by point: u_t and u_x are per-point derivatives, called jacobian parts
import tensorflow as tf

net = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(4, "tanh"), tf.keras.layers.Dense(1)]
)
t, x = tf.constant([[0.0], [0.5]]), tf.constant([[1.0], [2.0]])
with tf.GradientTape() as train:
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([t, x])
        u = net(tf.concat([t, x], axis=1))
    jac_t = tape.gradient(u, t)
    jac_x = tape.gradient(u, x)
    loss = tf.reduce_mean(tf.square(jac_t + u * jac_x))
grads = train.gradient(loss, net.trainable_variables, unconnected_gradients="zero")
print([g.shape for g in grads])
