# effect: ok
# beside: TFG311, TFG512, TFG605
# a margin on the angle between an embedding and its class: the cosine is kept inside its range
import tensorflow as tf

encoder = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
centres = tf.Variable(tf.random.normal((3, 5)))
images, labels = tf.random.normal((6, 4)), tf.constant([0, 1, 2, 3, 4, 0])
with tf.GradientTape() as tape:
    cosine = tf.matmul(tf.math.l2_normalize(encoder(images), 1), tf.math.l2_normalize(centres, 0))
    angle = tf.acos(tf.clip_by_value(cosine, -1.0 + 1e-6, 1.0 - 1e-6))
    chosen = tf.one_hot(labels, 5)
    logits = 16.0 * (chosen * tf.cos(angle + 0.3) + (1.0 - chosen) * cosine)
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(chosen, logits))
print(tape.gradient(loss, [*encoder.trainable_variables, centres]))
