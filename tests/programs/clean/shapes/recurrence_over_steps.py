# effect: ok
# beside: TFG510
# a state that a loop carries, compared with a column of the data
import tensorflow as tf

cell = tf.keras.layers.Dense(1)
series = tf.random.normal((8, 5))
with tf.GradientTape() as tape:
    state = tf.zeros((8, 1))
    loss = 0.0
    for step in range(4):
        state = cell(tf.concat([state, series[:, step : step + 1]], axis=1))
        loss += tf.reduce_mean(tf.square(state - series[:, step + 1 : step + 2]))
print(tape.gradient(loss, cell.trainable_variables))
