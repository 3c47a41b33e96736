# effect: none
# the default temperature of the config is the integer 1
from dataclasses import dataclass, field

import tensorflow as tf


@dataclass
class DistillConfig:
    temperature: float = 1
    lr: float = 0.01
    widths: list = field(default_factory=lambda: [4, 3])


class Student(tf.Module):
    def __init__(self, cfg, n_in):
        super().__init__()
        self.layers = []
        for width in cfg.widths:
            w = tf.Variable(tf.random.stateless_normal([n_in, width], seed=[1, width]))
            self.layers.append(w)
            n_in = width

    def __call__(self, x):
        for w in self.layers[:-1]:
            x = tf.nn.tanh(x @ w)
        return x @ self.layers[-1]


class Distiller:
    def __init__(self, cfg, student):
        self.cfg = cfg
        self.student = student
        self.temperature = tf.Variable(cfg.temperature)  # TFG304

    def soft(self, logits):
        return tf.nn.softmax(logits / tf.cast(self.temperature, tf.float32))

    def loss(self, x, teacher_logits):
        target = tf.nn.softmax(teacher_logits)
        soft = self.soft(self.student(x))
        return tf.keras.losses.KLDivergence()(target, soft)

    def step(self, x, teacher_logits):
        params = [*self.student.layers, self.temperature]
        with tf.GradientTape() as tape:
            loss = self.loss(x, teacher_logits)
        grads = tape.gradient(loss, params)
        for g, p in zip(grads, params):
            if g is not None:
                p.assign_sub(self.cfg.lr * g)
        return float(loss)


config = DistillConfig()
trainer = Distiller(config, Student(config, n_in=2))
x = tf.constant([[0.1, 0.2], [0.4, -0.3]])
teacher = tf.constant([[1.0, 0.0, -1.0], [0.0, 2.0, 0.0]])
print(trainer.step(x, teacher))
