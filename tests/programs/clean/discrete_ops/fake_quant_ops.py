# effect: ok
# TensorFlow's own fake quantisation has a straight-through gradient
import tensorflow as tf

w = tf.Variable([0.11, 0.52, -0.3])
with tf.GradientTape() as tape:
    q = tf.quantization.fake_quant_with_min_max_args(w, min=-1.0, max=1.0, num_bits=4)
    loss = tf.reduce_sum(q * [1.0, 2.0, 3.0])
print(tape.gradient(loss, w))
