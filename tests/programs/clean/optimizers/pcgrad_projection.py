# effect: ok
# PCGrad: several losses from a persistent tape, projections on the gradients themselves
import random

import tensorflow as tf

tf.keras.utils.set_random_seed(59)
random.seed(0)
shared = tf.keras.layers.Dense(4, activation="tanh")
heads = [tf.keras.layers.Dense(1) for _ in range(3)]
x = tf.random.normal((5, 3))
opt = tf.keras.optimizers.Adam(1e-2)
for step in range(2):
    with tf.GradientTape(persistent=True) as tape:
        h = shared(x)
        losses = [tf.reduce_mean((head(h) - float(i)) ** 2) for i, head in enumerate(heads)]
        total = tf.add_n(losses)
    per_task = []
    for loss in losses:
        g = tape.gradient(loss, shared.trainable_variables)
        per_task.append(tf.concat([tf.reshape(v, [-1]) for v in g], 0))
    projected = []
    for i, gi in enumerate(per_task):
        others = [g for j, g in enumerate(per_task) if j != i]
        random.shuffle(others)
        for gj in others:
            dot = tf.reduce_sum(gi * gj)
            if dot < 0:
                gi = gi - dot * gj / (tf.reduce_sum(gj**2) + 1e-8)
        projected.append(gi)
    merged = tf.add_n(projected)
    sizes = [tf.size(v).numpy() for v in shared.trainable_variables]
    grads = [
        tf.reshape(p, v.shape) for p, v in zip(tf.split(merged, sizes), shared.trainable_variables)
    ]
    head_vars = [v for head in heads for v in head.trainable_variables]
    head_grads = tape.gradient(total, head_vars)
    del tape
    opt.apply_gradients(zip(grads + head_grads, shared.trainable_variables + head_vars))
    print(step, [float(v) for v in losses])
