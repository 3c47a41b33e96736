# effect: ok
# beside: TFG510
# a pairwise ranking loss in two helpers: columns are made where they are compared
import tensorflow as tf

scorer = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])


def pairs(values):
    return tf.expand_dims(values, 1) - values


def ranking_loss(scores, grades):
    wanted = tf.cast(pairs(grades) > 0, tf.float32)
    return tf.reduce_sum(wanted * tf.nn.softplus(-pairs(scores))) / tf.reduce_sum(wanted)


documents = tf.random.normal((6, 3), seed=1)
grades = tf.constant([0.0, 2.0, 1.0, 3.0, 0.0, 1.0])
with tf.GradientTape() as tape:
    loss = ranking_loss(tf.squeeze(scorer(documents), -1), grades)
gradients = tape.gradient(loss, scorer.trainable_variables)
