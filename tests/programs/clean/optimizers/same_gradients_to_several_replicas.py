# effect: ok
# one averaged gradient applied to every replica's own variable
import tensorflow as tf

replicas = [tf.Variable([1.0, 2.0]) for _ in range(3)]
optimizers = [tf.keras.optimizers.SGD(0.1) for _ in replicas]
for shift in (0.0, 0.5):
    collected = []
    for w in replicas:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(w - shift))
        collected.append(tape.gradient(loss, w))
    mean = tf.add_n(collected) / len(collected)
    for optimizer, w in zip(optimizers, replicas):
        optimizer.apply_gradients([(mean, w)])
print(replicas[0].numpy(), replicas[2].numpy())
