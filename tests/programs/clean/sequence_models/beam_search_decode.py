# effect: ok
# Beam search with argmax, top_k, float() and lists after training with the same model
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(97)
emb, cell, head = (
    tf.keras.layers.Embedding(6, 4),
    tf.keras.layers.GRUCell(4),
    tf.keras.layers.Dense(6),
)
opt = tf.keras.optimizers.Adam(1e-2)


def step(token, h):
    out, h = cell(emb(token), h)
    return head(out), (h[0] if isinstance(h, (list, tuple)) else h)


def beam_search(start, width=2, length=3):
    beams = [(0.0, [start], tf.zeros((1, 4)))]
    for _ in range(length):
        candidates = []
        for score, tokens, h in beams:
            logits, h2 = step(tf.constant([tokens[-1]]), h)
            logp, ids = tf.math.top_k(tf.nn.log_softmax(logits)[0], k=width)
            for lp, i in zip(logp.numpy(), ids.numpy()):
                candidates.append((score + float(lp), tokens + [int(i)], h2))
        beams = sorted(candidates, key=lambda c: -c[0])[:width]
    return beams[0][1]


data = np.array([[1, 2, 3, 4], [1, 3, 2, 5]])
for epoch in range(2):
    with tf.GradientTape() as tape:
        h, loss = tf.zeros((2, 4)), 0.0
        for t in range(3):
            logits, h = step(tf.constant(data[:, t]), h)
            ce = tf.nn.sparse_softmax_cross_entropy_with_logits(data[:, t + 1], logits)
            loss += tf.reduce_mean(ce)
    variables = [v for m in (emb, cell, head) for v in m.trainable_variables]
    opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
    print(epoch, float(loss), beam_search(1))
