# effect: ok
# beside: TFG512, TFG603
# a logarithm turns probabilities into logits
import tensorflow as tf

w = tf.Variable([[0.4, -0.2, 0.1]])
with tf.GradientTape() as tape:
    p = tf.nn.softmax(w)
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=[1], logits=tf.math.log(tf.clip_by_value(p, 1e-8, 1.0))
    )
print(tape.gradient(loss, w))
