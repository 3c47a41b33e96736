# effect: wrong
# truth: [0.735, 0.735]
# two replicas, each with its own mean
import tensorflow as tf

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
with strategy.scope():
    net = tf.keras.Sequential(
        [tf.keras.Input((1,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
    )
    optimizer = tf.keras.optimizers.SGD(0.05)


def step(x, y):
    with tf.GradientTape() as tape:
        loss = 0.5 * tf.reduce_mean(tf.square(net(x) - y))
    gradients = tape.gradient(loss, net.trainable_variables)  # TFG525
    optimizer.apply_gradients(zip(gradients, net.trainable_variables))
    return loss


pairs = tf.data.Dataset.from_tensor_slices(
    ([[1.0], [2.0], [3.0], [4.0]], [[0.0], [1.0], [0.0], [1.0]])
).batch(4)
for x, y in strategy.experimental_distribute_dataset(pairs.repeat(2)):
    strategy.run(step, args=(x, y))
probe = tf.constant([[1.0]])
with tf.GradientTape() as tape:
    value = tf.reduce_sum(tf.square(net(probe)))
print(tape.gradient(value, net.trainable_variables))
