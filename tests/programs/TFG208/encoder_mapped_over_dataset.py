# effect: none
# the encoder runs inside Dataset.map, outside the tape's sight
import tensorflow as tf

tf.random.set_seed(0)
encoder = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3, "relu")])
head = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])

raw = tf.data.Dataset.from_tensor_slices((tf.ones((8, 4)), tf.zeros((8, 1)))).batch(4)
features = raw.map(lambda x, y: (encoder(x), y))  # TFG208

optimizer = tf.keras.optimizers.SGD(0.1)
for epoch in range(1):
    for h, y in features:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((head(h) - y) ** 2)
        weights = encoder.trainable_weights + head.trainable_weights
        grads = tape.gradient(loss, weights)
        pairs = [(g, w) for g, w in zip(grads, weights) if g is not None]
        optimizer.apply_gradients(pairs)
    print(epoch, float(loss), "updated", len(pairs), "of", len(weights))
