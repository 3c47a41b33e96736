# effect: ok
# Shooting: controls in one variable, cost summed over a Python loop, logged trajectory in NumPy
import numpy as np
import tensorflow as tf

controls = tf.Variable(tf.zeros(10))
dt = 0.1


def dynamics(state, u):
    position, velocity = state
    return position + dt * velocity, velocity + dt * (u - 0.1 * velocity)


opt = tf.keras.optimizers.Adam(0.2)
for it in range(3):
    trajectory = np.zeros((11, 2), dtype=np.float32)
    with tf.GradientTape() as tape:
        state = (tf.constant(0.0), tf.constant(0.0))
        cost = 0.0
        for k in range(10):
            state = dynamics(state, controls[k])
            cost += 1e-3 * controls[k] ** 2
            trajectory[k + 1] = [s.numpy() for s in state]
        cost += 10.0 * (state[0] - 1.0) ** 2 + state[1] ** 2
    g = tape.gradient(cost, controls)
    opt.apply_gradients([(g, controls)])
    print(it, cost.numpy(), trajectory[-1])
