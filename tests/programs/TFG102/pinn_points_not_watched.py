# effect: none
# physics-informed network: du/dt is asked for collocation points that nobody watches
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
u_net = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(4, activation="tanh"), tf.keras.layers.Dense(1)]
)
t = tf.reshape(tf.linspace(0.0, 1.0, 5), (-1, 1))


def du_dt(model, times):
    with tf.GradientTape() as tape:
        u = model(times)
    return tape.gradient(u, times)  # TFG102


print(du_dt(u_net, t))
