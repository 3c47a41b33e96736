# effect: ok
# beside: TFG525
# a mean over the replica, divided by the number of replicas
import tensorflow as tf

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
with strategy.scope():
    net = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.05)
    keras_loss = tf.keras.losses.MeanSquaredError()
    each = tf.keras.losses.MeanSquaredError(reduction="none")


def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(each(y, net(x))) / strategy.num_replicas_in_sync
    gradients = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(gradients, net.trainable_variables))


data = tf.data.Dataset.from_tensor_slices(
    ([[1.0], [2.0], [3.0], [4.0]], [[0.0], [1.0], [0.0], [1.0]])
).batch(4)
for x, y in strategy.experimental_distribute_dataset(data):
    strategy.run(step, args=(x, y))
