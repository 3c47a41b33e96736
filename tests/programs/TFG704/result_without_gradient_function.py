# effect: error
# raises: TypeError
# a decorated method-like op hands back the tensor without its backward function
import tensorflow as tf


def make_clip(limit):
    @tf.custom_gradient
    def clip_backward(x):
        def grad(dy):
            return tf.clip_by_value(dy, -limit, limit)

        return tf.identity(x)  # TFG704

    return clip_backward


clip = make_clip(0.5)
w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(clip(w) ** 2)
print(tape.gradient(loss, w))
