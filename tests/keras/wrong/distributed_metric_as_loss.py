# effect: none
# under a distribution strategy, the replica step differentiates the metric it reports
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(41)

GLOBAL_BATCH = 16
strategy = tf.distribute.OneDeviceStrategy("/cpu:0")


def make_table(rows):
    rng = np.random.default_rng(8)
    x = rng.normal(size=(rows, 5)).astype("float32")
    weights = np.array([1.0, -2.0, 0.5, 0.0, 3.0], dtype="float32")
    y = x @ weights + 0.1 * rng.normal(size=rows)
    return x, y[:, None].astype("float32")


def dataset_fn():
    x, y = make_table(64)
    pipeline = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(64, seed=0)
    return pipeline.batch(GLOBAL_BATCH, drop_remainder=True)


with strategy.scope():
    inputs = keras.Input((5,))
    hidden = keras.layers.Dense(8, activation="relu")(inputs)
    outputs = keras.layers.Dense(1)(hidden)
    model = keras.Model(inputs, outputs)
    optimizer = keras.optimizers.SGD(0.01)
    error = keras.metrics.MeanSquaredError(name="train_mse")


def replica_step(batch):
    features, labels = batch
    with tf.GradientTape() as tape:
        predictions = model(features, training=True)
        error.update_state(labels, predictions)
        loss = error.result() / strategy.num_replicas_in_sync  # TFG407
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def distributed_step(batch):
    per_replica = strategy.run(replica_step, args=(batch,))
    return strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica, axis=None)


distributed = strategy.experimental_distribute_dataset(dataset_fn())
for epoch in range(1):
    error.reset_state()
    total, batches = 0.0, 0
    for batch in distributed:
        total += float(distributed_step(batch))
        batches += 1
    print(f"epoch {epoch}: mean loss {total / batches:.4f}, mse {float(error.result()):.4f}")
print("first kernel row", model.trainable_variables[0].numpy()[0])
