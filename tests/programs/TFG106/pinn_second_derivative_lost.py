# effect: none
# PINN: u_x is taken outside the tape that should give u_xx
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
net = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(5, activation="tanh"), tf.keras.layers.Dense(1)]
)


def second_derivative(points):
    points = tf.convert_to_tensor(points)
    with tf.GradientTape() as outer, tf.GradientTape() as inner:
        outer.watch(points)
        inner.watch(points)
        u = net(points)
    u_x = inner.gradient(u, points)  # TFG106
    u_xx = outer.gradient(u_x, points)
    return u_x, u_xx


print(second_derivative([[0.1], [0.5]])[1])
