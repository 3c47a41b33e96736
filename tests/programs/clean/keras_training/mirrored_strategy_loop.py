# effect: ok
# beside: TFG525
# Distributed strategy: step function returned values reduced, batch size as a Python int
import tensorflow as tf

tf.keras.utils.set_random_seed(38)
strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
GLOBAL = 4
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
    optimizer = tf.keras.optimizers.SGD(0.1)
    loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
    train_accuracy = tf.keras.metrics.SparseCategoricalAccuracy()

    def compute_loss(labels, predictions):
        return tf.reduce_sum(loss_object(labels, predictions)) / GLOBAL


def train_step(inputs):
    images, labels = inputs
    with tf.GradientTape() as tape:
        predictions = model(images, training=True)
        loss = compute_loss(labels, predictions)
        loss += tf.nn.scale_regularization_loss(1e-4 * tf.nn.l2_loss(model.trainable_variables[0]))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_accuracy.update_state(labels, predictions)
    return loss


@tf.function
def distributed_train_step(dataset_inputs):
    per_replica = strategy.run(train_step, args=(dataset_inputs,))
    return strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica, axis=None)


optimizer.build(model.trainable_variables)
ds = tf.data.Dataset.from_tensor_slices((tf.random.normal((8, 3)), tf.constant([0, 1] * 4))).batch(
    GLOBAL
)
total_loss, num_batches = 0.0, 0
for x in strategy.experimental_distribute_dataset(ds):
    total_loss += distributed_train_step(x)
    num_batches += 1
print(float(total_loss / num_batches), float(train_accuracy.result()))
