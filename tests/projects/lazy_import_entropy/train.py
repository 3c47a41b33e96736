# effect: nan
# objectives are imported where they are needed; one guards its logarithm with tf.where
import tensorflow as tf

from attention import Attention

TOKENS = tf.random.stateless_normal((2, 4, 3), seed=(1, 1))
LENGTHS = tf.constant([4, 2])


def train_step(model, optimizer, entropy_weight):
    from objectives import entropy, reconstruction

    with tf.GradientTape() as tape:
        weights, outputs = model(TOKENS, LENGTHS)
        loss = reconstruction(TOKENS, outputs)
        if entropy_weight:
            loss -= entropy_weight * tf.reduce_mean(entropy(weights))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def main():
    model = Attention(3)
    optimizer = tf.keras.optimizers.SGD(0.1)
    for step in range(2):
        loss = train_step(model, optimizer, entropy_weight=0.01)
        print(step, loss.numpy())


if __name__ == "__main__":
    main()
