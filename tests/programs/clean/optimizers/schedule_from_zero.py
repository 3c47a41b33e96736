# effect: ok
# beside: TFG813
# a schedule that starts at zero
import tensorflow as tf

weights = tf.Variable([1.0, 2.0])
schedule = tf.keras.optimizers.schedules.PolynomialDecay(0.0, 10, end_learning_rate=0.1)
optimizer = tf.keras.optimizers.SGD(schedule)
for step in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(weights))
    optimizer.apply_gradients(zip(tape.gradient(loss, [weights]), [weights]))
print(weights)
