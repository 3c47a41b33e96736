# effect: ok
# each context goes into the state of the next step; the last one is used beside it
import tensorflow as tf

attention, mix = tf.keras.layers.Dense(1), tf.keras.layers.Dense(3)
cell = tf.keras.layers.LSTMCell(4)
encoded = tf.random.normal((2, 5, 3), seed=1)
state = [tf.zeros((2, 4)), tf.zeros((2, 4))]
with tf.GradientTape() as tape:
    context = tf.zeros((2, 3))
    for _ in range(4):
        repeated = tf.repeat(state[0][:, tf.newaxis, :], 5, axis=1)
        weights = tf.nn.softmax(attention(tf.concat([encoded, repeated], -1)), axis=1)
        context = tf.reduce_sum(weights * encoded, axis=1)
        _, state = cell(mix(context), state)
    loss = tf.reduce_mean(tf.concat([state[0], context], -1) ** 2)
variables = attention.trainable_variables + mix.trainable_variables + cell.trainable_variables
print(tape.gradient(loss, variables))
