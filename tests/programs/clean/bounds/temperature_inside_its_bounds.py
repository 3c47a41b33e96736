# effect: ok
# beside: TFG312, TFG512
# a learnt temperature starts well inside the bounds that it is clipped to
import math

import tensorflow as tf

log_scale = tf.Variable(math.log(1.0 / 0.07))
images = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
texts = tf.keras.Sequential([tf.keras.Input((5,)), tf.keras.layers.Dense(3)])
with tf.GradientTape() as tape:
    left = tf.math.l2_normalize(images(tf.random.normal((6, 4))), axis=1)
    right = tf.math.l2_normalize(texts(tf.random.normal((6, 5))), axis=1)
    scale = tf.exp(tf.clip_by_value(log_scale, 0.0, math.log(100.0)))
    scores = scale * tf.matmul(left, right, transpose_b=True)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(tf.range(6), scores))
sources = [log_scale, *images.trainable_variables, *texts.trainable_variables]
print(tape.gradient(loss, sources))
