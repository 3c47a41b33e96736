# effect: none
# the softmaxed mixing weights are computed once, in the constructor
import keras
import tensorflow as tf


class ModelConfig:
    def __init__(self, n_experts=3, width=2, seed=7):
        self.n_experts = n_experts
        self.width = width
        self.seed = seed


class Mixing(keras.layers.Layer):
    def __init__(self, config, **kwargs):
        super().__init__(**kwargs)
        self.config = config
        self.mix_logits = self.add_weight(
            shape=(config.n_experts,), initializer="zeros", name="mix_logits"
        )
        self.mix = tf.nn.softmax(self.mix_logits)  # TFG804

    def call(self, stacked):
        return tf.einsum("ebf,e->bf", stacked, self.mix)


class Ensemble(keras.Model):
    def __init__(self, config):
        super().__init__()
        self.experts = []
        for k in range(config.n_experts):
            init = keras.initializers.RandomNormal(seed=config.seed + k)
            self.experts.append(keras.layers.Dense(config.width, kernel_initializer=init))
        self.mixing = Mixing(config)

    def call(self, x):
        return self.mixing(tf.stack([e(x) for e in self.experts]))


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = keras.optimizers.SGD(0.1)

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - y))
        variables = self.model.trainable_variables
        grads = tape.gradient(loss, variables)
        self.optimizer.apply_gradients([p for p in zip(grads, variables) if p[0] is not None])
        return loss


trainer = Trainer(Ensemble(ModelConfig()))
print(trainer.step(tf.ones((4, 3)), tf.zeros((4, 2))))
