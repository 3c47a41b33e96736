# effect: ok
# metrics are fed inside the tape, the loss is another value
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
accuracy = tf.keras.metrics.SparseCategoricalAccuracy()
mean_loss = tf.keras.metrics.Mean()
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
        accuracy(y, logits)
        mean_loss(loss)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return mean_loss.result(), accuracy.result()


for epoch in range(2):
    print(train_step(tf.ones((4, 2)), tf.constant([0, 1, 2, 1])))
