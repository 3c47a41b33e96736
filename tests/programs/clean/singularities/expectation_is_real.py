# effect: ok
# beside: TFG515
# the expectation of a Hermitian operator has no imaginary part
import tensorflow as tf

angle = tf.Variable(0.3)
pauli = tf.constant([[0.0, 1.0], [1.0, 0.0]], tf.complex64)
with tf.GradientTape() as tape:
    amplitudes = tf.stack([tf.cos(angle), tf.sin(angle)])
    state = tf.cast(amplitudes, tf.complex64)[:, None]
    energy = tf.linalg.adjoint(state) @ pauli @ state
    loss = tf.cast(energy[0, 0], tf.float32)
print(tape.gradient(loss, angle))
