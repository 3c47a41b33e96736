# effect: ok
# first-order meta-learning: the gradients at the adapted copy move the original, whose own are logged
import tensorflow as tf


def network():
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])


meta, adapted = network(), network()
inner, outer = tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.01)
features, labels = tf.constant([[1.0, 0.0], [0.0, 3.0]]), tf.constant([[2.0], [1.0]])


def loss_of(model):
    return tf.reduce_mean(tf.square(model(features) - labels))


def meta_step():
    adapted.set_weights(meta.get_weights())
    with tf.GradientTape() as tape:
        before = loss_of(meta)
    own = tape.gradient(before, meta.trainable_variables)
    inner.apply_gradients(zip(own, adapted.trainable_variables))
    with tf.GradientTape() as tape:
        after = loss_of(adapted)
    gradients = tape.gradient(after, adapted.trainable_variables)
    outer.apply_gradients(zip(gradients, meta.trainable_variables))
    return own


print(meta_step())
