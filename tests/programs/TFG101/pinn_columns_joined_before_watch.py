# effect: none
# x and t are watched, but the network eats a matrix joined before the tape
import tensorflow as tf

tf.random.set_seed(0)
net = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(8, activation="tanh"),
        tf.keras.layers.Dense(1),
    ]
)
x = tf.random.uniform((10, 1), -1.0, 1.0)
t = tf.random.uniform((10, 1), 0.0, 1.0)
C = 0.5


def transport_residual(x, t):
    inputs = tf.concat([x, t], axis=1)  # TFG101
    with tf.GradientTape() as tape:
        tape.watch([x, t])
        u = net(inputs)
    u_x, u_t = tape.gradient(u, [x, t])
    if u_x is None or u_t is None:
        return None
    return u_t + C * u_x


print("residual:", transport_residual(x, t))
