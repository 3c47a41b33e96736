import tensorflow as tf


def batches(features, labels, size):
    dataset = tf.data.Dataset.from_tensor_slices((features, labels))
    return dataset.shuffle(len(features), seed=1).batch(size)


def step(model, optimizer, features, labels, objective):
    with tf.GradientTape() as tape:
        predictions = model(features, training=True)
    loss = objective(labels, predictions)  # TFG101
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def run(model, optimizer, data, objective, epochs=1):
    for epoch in range(epochs):
        losses = [float(step(model, optimizer, x, y, objective)) for x, y in data]
        print(f"epoch {epoch}: mean loss {sum(losses) / len(losses):.3f}")
