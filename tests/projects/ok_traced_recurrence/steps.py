import tensorflow as tf

from unrolling import scan, stacked_norms


def make_step(cell, optimizer):
    @tf.function
    def step(sequences, goals):
        with tf.GradientTape() as tape:
            states = scan(cell, sequences)
            outputs = cell.read(states[-1])
            loss = tf.reduce_mean(tf.square(outputs - goals))
            loss += 1e-3 * tf.reduce_sum(stacked_norms(cell.trainable_variables))
        gradients = tape.gradient(loss, cell.trainable_variables)
        optimizer.apply_gradients(zip(gradients, cell.trainable_variables))
        tf.print("largest state", tf.reduce_max(tf.abs(states)))
        return loss

    return step
