# effect: ok
# beside: TFG530
# each row is a unit vector
import tensorflow as tf

tower = tf.keras.layers.Dense(3)
rows = tf.constant([[1.0, 0.5], [3.0, -4.0]])
with tf.GradientTape() as tape:
    unit = tf.math.l2_normalize(tower(rows), axis=1)
    loss = tf.reduce_mean(tf.matmul(unit, unit, transpose_b=True))
print(tape.gradient(loss, tower.trainable_variables))
