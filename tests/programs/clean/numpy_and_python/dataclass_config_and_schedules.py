# effect: ok
# Dataclass configuration, schedule functions and a running best in plain floats
from dataclasses import dataclass, field

import tensorflow as tf


@dataclass(frozen=True)
class Config:
    lr: float = 0.1
    steps: int = 4
    warmup: int = 2
    l2: float = 1e-3
    widths: tuple = (3, 4, 1)


@dataclass
class State:
    params: list
    step: int = 0
    best: float = float("inf")
    losses: list = field(default_factory=list)


def init(cfg):
    tf.random.set_seed(40)
    params = []
    for a, b in zip(cfg.widths[:-1], cfg.widths[1:]):
        params += [tf.Variable(tf.random.normal((a, b), stddev=a**-0.5)), tf.Variable(tf.zeros(b))]
    return State(params)


def apply(params, x):
    h = x
    for i in range(0, len(params), 2):
        h = h @ params[i] + params[i + 1]
        if i + 2 < len(params):
            h = tf.nn.swish(h)
    return h


def rate(cfg, step):
    return cfg.lr * min(1.0, (step + 1) / cfg.warmup)


cfg = Config()
state = init(cfg)
x, y = tf.random.normal((8, 3)), tf.random.normal((8, 1))
while state.step < cfg.steps:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((apply(state.params, x) - y) ** 2)
        loss += cfg.l2 * sum(tf.nn.l2_loss(p) for p in state.params if len(p.shape) > 1)
    grads = tape.gradient(loss, state.params)
    for p, g in zip(state.params, grads):
        p.assign_sub(rate(cfg, state.step) * g)
    state.losses.append(loss.numpy().item())
    state.best = min(state.best, state.losses[-1])
    state.step += 1
print(state.best)
