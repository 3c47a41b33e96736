# effect: wrong
# truth: [-0.0495134, -0.203221, -0.14684, -0.70327, 5.13679, 0.925233]
# the list is reversed on one side of the zip
import tensorflow as tf

layers = [tf.Variable([1.0, 2.0]), tf.Variable([0.4, 0.5]), tf.Variable([0.3, -0.7])]
opt = tf.keras.optimizers.SGD(0.05)


def train_once():
    with tf.GradientTape() as tape:
        x = tf.constant([1.0, 1.0])
        for k, w in enumerate(layers):
            x = x * w + float(k)
        loss = tf.reduce_sum(tf.square(x))
    grads = tape.gradient(loss, layers)
    opt.apply_gradients(zip(grads, reversed(layers)))  # TFG505


for _ in range(2):
    train_once()
