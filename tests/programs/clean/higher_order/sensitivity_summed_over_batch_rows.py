# effect: ok
# rows do not mix, so the gradient of the summed scores is one saliency map per row
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(4, "tanh"), tf.keras.layers.Dense(2)]
)
batch = tf.constant([[0.1, 0.2, 0.3], [1.0, -1.0, 0.5]])
with tf.GradientTape() as tape:
    tape.watch(batch)
    scores = model(batch)
    top = tf.reduce_max(scores, axis=1)
per_example_saliency = tape.gradient(top, batch)
print(tf.norm(per_example_saliency, axis=1).numpy())
