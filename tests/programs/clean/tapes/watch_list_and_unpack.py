# effect: ok
# several tensors watched at once, through a list and through a loop
import tensorflow as tf

state = {"q": tf.constant([0.1, 0.2]), "p": tf.constant([1.0, -1.0])}
q, p = (state[k] for k in ("q", "p"))
with tf.GradientTape() as tape:
    tape.watch([q, p])
    hamiltonian = 0.5 * tf.reduce_sum(p**2) + tf.reduce_sum(1.0 - tf.cos(q))
dq, dp = tape.gradient(hamiltonian, [q, p])
print(dp, -dq)
