"""Train the pulse finder with micro-batches."""

import tensorflow as tf
from tensorflow import keras

from data import LENGTH, make_dataset
from layers import SoftPosition
from losses import EdgeLoss

MICRO_BATCHES = 4


def build_model() -> keras.Model:
    inputs = keras.Input((LENGTH,))
    hidden = keras.layers.Dense(64, activation="relu")(inputs)
    return keras.Model(inputs, SoftPosition(LENGTH)(hidden))


def train_step(model, optimizer, loss_function, signals, places):
    with tf.GradientTape() as tape:
        loss = 0.0
        for part in range(MICRO_BATCHES):
            predicted = model(signals[part::MICRO_BATCHES], training=True)
            loss = loss_function(places[part::MICRO_BATCHES], predicted) / MICRO_BATCHES
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def finetune_step(model, optimizer, loss_function, signals, places):
    """The same step, with the micro-batches added up."""
    with tf.GradientTape() as tape:
        loss = 0.0
        for part in range(MICRO_BATCHES):
            predicted = model(signals[part::MICRO_BATCHES], training=True)
            loss += loss_function(places[part::MICRO_BATCHES], predicted) / MICRO_BATCHES
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def main(epochs: int = 3) -> None:
    model = build_model()
    optimizer = keras.optimizers.Adam(1e-3)
    loss_function = EdgeLoss()
    for epoch in range(epochs):
        step = train_step if epoch < epochs - 1 else finetune_step
        history = []
        for signals, places in make_dataset():
            loss = step(model, optimizer, loss_function, signals, places)
            history.append(float(loss))
        print(f"epoch {epoch}: loss {sum(history) / len(history):.4f}")


if __name__ == "__main__":
    main()
