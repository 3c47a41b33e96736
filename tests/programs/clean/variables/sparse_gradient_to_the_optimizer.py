# effect: ok
# beside: TFG117
# the optimizer and the clipping functions take slices
import tensorflow as tf

table = tf.Variable(tf.ones((5, 2)))
optimizer = tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.nn.embedding_lookup(table, [0, 4]) ** 2)
    gradients, _norm = tf.clip_by_global_norm([tape.gradient(loss, table)], 1.0)
    optimizer.apply_gradients(zip(gradients, [table]))
