# effect: ok
# beside: TFG525
# the default strategy has one replica
import tensorflow as tf

strategy = tf.distribute.get_strategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.1)


def train_step(features, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features) - labels))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


one = tf.distribute.OneDeviceStrategy("CPU:0")
strategy.run(train_step, args=(tf.ones((4, 2)), tf.ones((4, 1))))
