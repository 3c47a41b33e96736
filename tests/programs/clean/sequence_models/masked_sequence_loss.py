# effect: ok
# Masks from comparisons and casts, token accuracy inside the tape
import tensorflow as tf

tf.keras.utils.set_random_seed(24)
VOCAB, PAD = 7, 0
emb = tf.keras.layers.Embedding(VOCAB, 6)
gru = tf.keras.layers.GRU(8, return_sequences=True)
out = tf.keras.layers.Dense(VOCAB)
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")


def loss_function(real, pred):
    mask = tf.math.logical_not(tf.math.equal(real, PAD))
    loss_ = loss_object(real, pred)
    mask = tf.cast(mask, dtype=loss_.dtype)
    loss_ *= mask
    return tf.reduce_sum(loss_) / tf.reduce_sum(mask)


def accuracy_function(real, pred):
    accuracies = tf.equal(real, tf.argmax(pred, axis=2, output_type=real.dtype))
    mask = tf.math.logical_not(tf.math.equal(real, PAD))
    accuracies = tf.cast(tf.math.logical_and(mask, accuracies), tf.float32)
    return tf.reduce_sum(accuracies) / tf.reduce_sum(tf.cast(mask, tf.float32))


train_loss = tf.keras.metrics.Mean()
train_acc = tf.keras.metrics.Mean()
opt = tf.keras.optimizers.Adam(1e-3)
tokens = tf.constant([[1, 2, 3, 0, 0], [4, 5, 6, 1, 0]])
inp, tar = tokens[:, :-1], tokens[:, 1:]
for epoch in range(2):
    train_loss.reset_state()
    with tf.GradientTape() as tape:
        pred = out(gru(emb(inp)))
        loss = loss_function(tar, pred)
        train_acc(accuracy_function(tar, pred))
        train_loss(loss)
    layers = [emb, gru, out]
    variables = [v for layer in layers for v in layer.trainable_variables]
    grads = tape.gradient(loss, variables)
    opt.apply_gradients(zip(grads, variables))
    print(f"{train_loss.result():.4f} {train_acc.result():.4f}")
