# effect: ok
# beside: TFG511, TFG525
# each replica divides by the global batch size, also the penalty
import tensorflow as tf

GLOBAL_BATCH = 4
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
x = tf.random.uniform((4, 2), seed=3)
labels = tf.constant([0, 2, 1, 0])
with tf.GradientTape() as tape:
    per_example = cross_entropy(labels, model(x))
    decay = 1e-4 * tf.reduce_sum(tf.square(model.trainable_variables[0]))
    loss = tf.nn.compute_average_loss(per_example + decay, global_batch_size=GLOBAL_BATCH)
gradients = tape.gradient(loss, model.trainable_variables)
