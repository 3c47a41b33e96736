# effect: ok
# beside: TFG807
# Trainer base class with hooks, mixin logging with .numpy(), subclass losses, registry
import tensorflow as tf

tf.keras.utils.set_random_seed(39)
REGISTRY = {}


def register(name):
    def wrap(cls):
        REGISTRY[name] = cls
        return cls

    return wrap


class LoggingMixin:
    def log(self, **values):
        self.history.append({k: float(v) for k, v in values.items()})

    def before_gradient(self, loss, outputs):
        super().before_gradient(loss, outputs)
        self.log(loss=loss, spread=tf.math.reduce_std(outputs).numpy())


class Trainer:
    def __init__(self, model, lr=0.05):
        self.model, self.history = model, []
        self.optimizer = tf.keras.optimizers.SGD(lr)

    def loss(self, outputs, targets):
        raise NotImplementedError

    def before_gradient(self, loss, outputs):
        pass

    def step(self, x, y):
        with tf.GradientTape() as tape:
            outputs = self.model(x, training=True)
            loss = self.loss(outputs, y)
            self.before_gradient(loss, outputs)
        variables = self.model.trainable_variables
        grads = tape.gradient(loss, variables)
        grads = [tf.clip_by_norm(g, 1.0) for g in grads]
        self.optimizer.apply_gradients(zip(grads, variables))
        return loss


@register("mse")
class MSETrainer(LoggingMixin, Trainer):
    def loss(self, outputs, targets):
        return tf.reduce_mean((outputs - targets) ** 2)


@register("pinball")
class PinballTrainer(LoggingMixin, Trainer):
    tau = 0.9

    def loss(self, outputs, targets):
        e = targets - outputs
        return tf.reduce_mean(tf.maximum(self.tau * e, (self.tau - 1.0) * e))


x, y = tf.random.normal((6, 2)), tf.random.normal((6, 1))
for name in sorted(REGISTRY):
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    trainer = REGISTRY[name](model)
    for _ in range(2):
        trainer.step(x, y)
    print(name, trainer.history)
