# effect: wrong
# truth: [0.224941, -0.111065, -0.113876, 0.449883, -0.22213, -0.227753, 0.224941, -0.111065, -0.113876]
# a trainer class, a Keras loss without reduction, and a mean over the replica
import tensorflow as tf

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)


class Trainer:
    def __init__(self):
        self.strategy = tf.distribute.MirroredStrategy(devices=["CPU:0", "CPU:1"])
        with self.strategy.scope():
            self.model = tf.keras.Sequential(
                [tf.keras.Input((2,)), tf.keras.layers.Dense(3, kernel_initializer="ones")]
            )
            self.optimizer = tf.keras.optimizers.SGD(0.1)
            self.loss = tf.keras.losses.SparseCategoricalCrossentropy(
                from_logits=True, reduction="none"
            )

    def replica_step(self, x, y):
        with tf.GradientTape() as tape:
            per_example = self.loss(y, self.model(x, training=True))
            loss = tf.reduce_mean(per_example)
        gradients = tape.gradient(loss, self.model.trainable_variables)  # TFG525
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))

    @tf.function
    def train(self, x, y):
        self.strategy.run(self.replica_step, args=(x, y))


trainer = Trainer()
data = tf.data.Dataset.from_tensor_slices(
    ([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 0.0]], [0, 1, 2, 0])
).batch(4)
for x, y in trainer.strategy.experimental_distribute_dataset(data):
    trainer.train(x, y)
with tf.GradientTape() as tape:
    value = tf.reduce_sum(tf.nn.softmax(trainer.model(tf.constant([[1.0, 2.0]])))[:, 0])
print(tape.gradient(value, trainer.model.trainable_variables))
