# effect: ok
# MirroredStrategy on one CPU: loss in the replica, metrics and .numpy() outside
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(18)

GLOBAL_BATCH = 16
CLASSES = 3
strategy = tf.distribute.MirroredStrategy(["/cpu:0"])


def make_points(count):
    rng = np.random.default_rng(18)
    labels = rng.integers(0, CLASSES, size=count)
    angle = 2.0 * np.pi * labels / CLASSES
    centers = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    points = centers + rng.normal(scale=0.4, size=(count, 2))
    return points.astype("float32"), labels.astype("int64")


points, labels = make_points(64)
train = tf.data.Dataset.from_tensor_slices((points[:48], labels[:48])).batch(GLOBAL_BATCH)
test = tf.data.Dataset.from_tensor_slices((points[48:], labels[48:])).batch(GLOBAL_BATCH)
train_dist = strategy.experimental_distribute_dataset(train)
test_dist = strategy.experimental_distribute_dataset(test)

with strategy.scope():
    model = keras.Sequential(
        [
            keras.Input((2,)),
            keras.layers.Dense(8, activation="relu", kernel_regularizer="l2"),
            keras.layers.Dense(CLASSES),
        ]
    )
    optimizer = keras.optimizers.SGD(0.1)
    loss_object = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction=None)
    test_loss = keras.metrics.Mean(name="test_loss")
    train_accuracy = keras.metrics.SparseCategoricalAccuracy(name="train_accuracy")


def compute_loss(labels, logits):
    per_example = loss_object(labels, logits)
    loss = tf.nn.compute_average_loss(per_example, global_batch_size=GLOBAL_BATCH)
    return loss + tf.nn.scale_regularization_loss(tf.add_n(model.losses))


def train_step(batch):
    x, y = batch
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = compute_loss(y, logits)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_accuracy.update_state(y, logits)
    return loss


def test_step(batch):
    x, y = batch
    logits = model(x, training=False)
    test_loss.update_state(loss_object(y, logits))
    return tf.reduce_sum(tf.cast(tf.equal(tf.argmax(logits, axis=1), y), tf.int32))


@tf.function
def distributed_train_step(batch):
    losses = strategy.run(train_step, args=(batch,))
    return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)


@tf.function
def distributed_test_step(batch):
    hits = strategy.run(test_step, args=(batch,))
    return strategy.reduce("SUM", hits, axis=None)


total = 0.0
for batch in train_dist:
    total += distributed_train_step(batch).numpy()
hits = sum(int(distributed_test_step(batch)) for batch in test_dist)
print(f"loss {total:.3f}, training accuracy {float(train_accuracy.result()):.3f}")
print(f"test loss {float(test_loss.result()):.3f}, {hits} of {len(points) - 48} right")
