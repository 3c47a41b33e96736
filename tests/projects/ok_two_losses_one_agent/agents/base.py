import tensorflow as tf


class Agent(tf.Module):
    def __init__(self, critic):
        super().__init__()
        self._critic = critic

    def _apply_gradients(self, gradients, variables, optimizer):
        clipped = [tf.clip_by_norm(gradient, 1.0) for gradient in gradients]
        optimizer.apply_gradients(zip(clipped, variables))
