# effect: ok
# the closure logs through nonlocal, the returned tensor is untouched
import tensorflow as tf


def with_log(fn):
    calls, last = 0, 0.0

    def wrapped(*args, **kwargs):
        nonlocal calls, last
        out = fn(*args, **kwargs)
        calls += 1
        last = float(out)
        return out

    wrapped.stats = lambda: (calls, last)
    return wrapped


w = tf.Variable(2.0)
loss_fn = with_log(lambda t, *, scale=1.0: scale * t**2)
with tf.GradientTape() as tape:
    loss = loss_fn(w, scale=3.0)
print(loss_fn.stats(), tape.gradient(loss, w))
