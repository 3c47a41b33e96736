# effect: none
# a loop watches the inputs, but the features were computed two lines before
import tensorflow as tf

inputs = {"a": tf.constant([1.0, 2.0]), "b": tf.constant([3.0])}


def features(d):
    return {k: tf.exp(v) for k, v in d.items()}


with tf.GradientTape() as tape:
    f = features(inputs)
    for t in inputs.values():
        tape.watch(t)  # TFG103
    loss = tf.add_n([tf.reduce_sum(v) for v in f.values()])
print(tape.gradient(loss, inputs))
