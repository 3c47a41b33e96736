# effect: error
# raises: ValueError
# du/dx and dv/dx are not separate: one summed gradient per point comes back
import tensorflow as tf

net = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(2, activation="tanh")])
x = tf.constant([[0.0], [0.5], [1.0]])
with tf.GradientTape() as tape:
    tape.watch(x)
    out = net(x)
    u, v = out[:, :1], out[:, 1:]
u_x, v_x = tape.gradient([u, v], x)  # TFG504
print(u_x + v_x)
