# effect: ok
# arrays that hold floats although a whole number is near
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(3)
variables = [
    tf.Variable(np.zeros(3)),
    tf.Variable(np.ones((3,))),
    tf.Variable(rng.normal(size=3)),
    tf.Variable(np.array([1, 2.5, 3])),
    tf.Variable(np.array([1, 2, 3]) / 2),
    tf.Variable(np.arange(3) * 1.0),
    tf.Variable(np.expand_dims(np.linspace(0, 1, 3), 0)[0]),
    tf.Variable(rng.integers(0, 5, 3).astype(float)),
    tf.Variable(np.stack([np.ones(3), np.zeros(3)])[0]),
    tf.Variable(np.array([1, 2, 3], dtype=np.float64)),
]
with tf.GradientTape() as tape:
    total = tf.add_n([tf.reduce_sum(variable**2 + variable) for variable in variables])
print(tape.gradient(total, variables))
