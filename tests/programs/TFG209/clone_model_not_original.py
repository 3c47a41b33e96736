# effect: none
# clone_model makes new weights; the gradient is asked for the old ones
import tensorflow as tf


def ensemble(base, n):
    members = []
    for _ in range(n):
        m = tf.keras.models.clone_model(base)
        m.set_weights(base.get_weights())
        members.append(m)
    return members


base = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
members = ensemble(base, 2)
x = tf.ones((2, 2))
with tf.GradientTape() as tape:
    out = tf.add_n([m(x) for m in members]) / len(members)
    loss = tf.reduce_mean(out**2)
print(tape.gradient(loss, base.trainable_variables))  # TFG209
