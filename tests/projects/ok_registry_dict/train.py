# effect: ok
# registries that are dicts: one function of several, one that is wrapped, one put there by `super`
import losses
import tensorflow as tf
from registry import LOSSES, REPLACED, WRAPPED

WRAPPED["hard"] = losses.hard
REPLACED["hard"] = losses.hard
REPLACED.replace("other", losses.soft)
w = tf.Variable([[0.3], [0.8]])
x = tf.constant([[1.0, 2.0], [0.5, 1.5]])
for function in (LOSSES["soft"], LOSSES.get("soft"), WRAPPED["hard"], REPLACED["other"]):
    with tf.GradientTape() as tape:
        loss = function(tf.ones((2, 1)), x @ w)
    print(tape.gradient(loss, w))
