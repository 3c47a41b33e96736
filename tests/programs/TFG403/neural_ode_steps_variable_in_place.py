# effect: none
# an integrator that steps a variable in place; the dynamics network never learns
import tensorflow as tf

dynamics = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(2)]
)


class Euler:
    def __init__(self, func, dt):
        self.func, self.dt = func, dt
        self.y = tf.Variable(tf.zeros((1, 2)), trainable=False)

    def solve(self, y0, steps):
        self.y.assign(y0)
        for _ in range(steps):
            self.y.assign_add(self.dt * self.func(self.y))  # TFG403
        return self.y


solver = Euler(dynamics, dt=0.1)
y0 = tf.constant([[1.0, 0.0]])
target = tf.constant([[0.5, 0.5]])
with tf.GradientTape() as tape:
    final = solver.solve(y0, steps=4)
    loss = tf.reduce_mean(tf.square(final - target))
grads = tape.gradient(loss, dynamics.trainable_variables)
print(grads)
