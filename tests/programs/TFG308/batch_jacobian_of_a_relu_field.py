# effect: zero
# the Hessian of a potential, row by row, where the potential is a relu network
import tensorflow as tf

potential = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        tf.keras.layers.Dense(16, activation=tf.nn.relu),
        tf.keras.layers.Dense(16, activation=tf.nn.relu),
        tf.keras.layers.Dense(1),
    ]
)
points = tf.Variable(tf.random.stateless_normal((5, 3), (1, 2)))
with tf.GradientTape() as outer_tape:
    with tf.GradientTape() as inner_tape:
        energy = tf.reduce_sum(potential(points))
    forces = -inner_tape.gradient(energy, points)
stiffness = -outer_tape.batch_jacobian(forces, points)  # TFG308
print(stiffness.shape)
