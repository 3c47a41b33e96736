# effect: ok
# beside: TFG519
# lists of gradients and of variables grow side by side
import tensorflow as tf

members = [tf.keras.layers.Dense(1) for _ in range(3)]
optimizer = tf.keras.optimizers.SGD(0.1)
x = tf.constant([[1.0, 2.0]])
for member in members:
    member.build((None, 2))
for step in range(2):
    gradients, variables = [], []
    for member in members:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(member(x) - 1.0))
        gradients += tape.gradient(loss, member.trainable_variables)
        variables += member.trainable_variables
    optimizer.apply_gradients(zip(gradients, variables))
print(gradients)
