# effect: ok
# beside: TFG813
# the optimizer is made with a rate of zero, and gets another one before each step
import tensorflow as tf

weights = tf.Variable([1.0, 2.0])
optimizer = tf.keras.optimizers.SGD(learning_rate=0.0)
for step in range(3):
    optimizer.learning_rate = 0.1 * (step + 1)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(weights))
    optimizer.apply_gradients(zip(tape.gradient(loss, [weights]), [weights]))
print(weights)
