# effect: ok
# beside: TFG518, TFG527
# both items of the pair, each where it belongs
import tensorflow as tf

a, b = tf.Variable(3.0), tf.Variable(4.0)
history = []
optimizer = tf.keras.optimizers.SGD(0.1)
for step in range(2):
    with tf.GradientTape() as tape:
        loss = a * a + b * b
    pair = tf.clip_by_global_norm(tape.gradient(loss, [a, b]), 1.0)
    history.append(float(pair[1]))
    optimizer.apply(pair[0], [a, b])
print(history)
