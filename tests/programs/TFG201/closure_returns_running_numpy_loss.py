# effect: none
# a closure keeps a running loss that leaves as NumPy, the caller differentiates its result
import tensorflow as tf


def make_tracker(decay):
    state = {"avg": 0.0}

    def update(loss):
        state["avg"] = decay * state["avg"] + (1 - decay) * loss.numpy()  # TFG201
        return state["avg"]

    return update


w = tf.Variable([1.0, 2.0])
track = make_tracker(0.9)
with tf.GradientTape() as tape:
    raw = tf.reduce_sum(w**2)
    smooth = tf.convert_to_tensor(track(raw))
print(tape.gradient(smooth, w))
