# effect: ok
# Encoder-decoder with teacher forcing, greedy tokens only when the coin says so
import random

import tensorflow as tf

tf.keras.utils.set_random_seed(51)
random.seed(0)
VOCAB, UNITS = 8, 6
enc_emb, dec_emb = tf.keras.layers.Embedding(VOCAB, 4), tf.keras.layers.Embedding(VOCAB, 4)
encoder = tf.keras.layers.GRU(UNITS, return_state=True, return_sequences=True)
decoder = tf.keras.layers.GRUCell(UNITS)
fc = tf.keras.layers.Dense(VOCAB)
opt = tf.keras.optimizers.Adam(1e-2)
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
inp = tf.constant([[1, 2, 3], [4, 5, 0]])
targ = tf.constant([[1, 3, 2, 0], [1, 6, 7, 2]])


def loss_function(real, pred):
    mask = tf.cast(tf.math.logical_not(tf.math.equal(real, 0)), tf.float32)
    return tf.reduce_sum(ce(real, pred) * mask) / tf.maximum(tf.reduce_sum(mask), 1.0)


def train_step(inp, targ, teacher_ratio=0.5):
    loss = 0
    with tf.GradientTape() as tape:
        _, hidden = encoder(enc_emb(inp))
        token = targ[:, 0]
        for t in range(1, targ.shape[1]):
            out, (hidden,) = decoder(dec_emb(token), [hidden])
            logits = fc(out)
            loss += loss_function(targ[:, t], logits)
            if random.random() < teacher_ratio:
                token = targ[:, t]
            else:
                token = tf.argmax(logits, axis=-1, output_type=tf.int32)
    batch_loss = loss / int(targ.shape[1])
    layers = (enc_emb, encoder, dec_emb, decoder, fc)
    variables = [v for layer in layers for v in layer.trainable_variables]
    gradients = tape.gradient(loss, variables)
    opt.apply_gradients(zip(gradients, variables))
    return batch_loss


for epoch in range(2):
    print(epoch, train_step(inp, targ).numpy())
