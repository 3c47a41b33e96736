# effect: ok
# beside: TFG806, TFG810
# one score for each step, normalised over the steps
import tensorflow as tf

left, right, score = tf.keras.layers.Dense(4), tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)
state, steps = tf.random.normal((3, 5)), tf.random.normal((3, 6, 5))
with tf.GradientTape() as tape:
    energy = score(tf.nn.tanh(left(steps) + right(state)[:, None, :]))
    weights = tf.nn.softmax(energy, axis=1)
    context = tf.reduce_sum(weights * steps, axis=1)
    loss = tf.reduce_mean(tf.square(context - state))
print(tape.gradient(loss, [left.kernel, right.kernel, score.kernel]))
