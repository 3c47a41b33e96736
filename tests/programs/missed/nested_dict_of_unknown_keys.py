# effect: error
# raises: RuntimeError
# the decay uses -= on the variables of a nested dict
import tensorflow as tf


class ParameterStore:
    def __init__(self):
        self.groups = {}

    def create(self, group, name, shape, scale=0.1):
        value = tf.random.stateless_normal(shape, seed=[len(name), 3]) * scale
        self.groups.setdefault(group, {})[name] = tf.Variable(value, name=name)

    def flat(self):
        return [v for group in self.groups.values() for v in group.values()]


class Network:
    def __init__(self, sizes):
        self.store = ParameterStore()
        self.depth = len(sizes) - 1
        for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:])):
            self.store.create(f"layer{i}", "kernel", [a, b])
            self.store.create(f"layer{i}", "bias", [b])

    def forward(self, x):
        for i in range(self.depth):
            layer = self.store.groups[f"layer{i}"]
            x = tf.matmul(x, layer["kernel"]) + layer["bias"]
            if i < self.depth - 1:
                x = tf.nn.relu(x)
        return x


class Trainer:
    def __init__(self, network, lr=0.1, decay=0.01):
        self.network, self.lr, self.decay = network, lr, decay

    def decay_kernels(self):
        for layer in self.network.store.groups.values():
            layer["kernel"] -= self.decay * layer["kernel"]  # TFG410

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.network.forward(x) - y) ** 2)
        params = self.network.store.flat()
        for g, p in zip(tape.gradient(loss, params), params):
            p.assign_sub(self.lr * g)
        self.decay_kernels()
        return loss


trainer = Trainer(Network([2, 3, 1]))
for _ in range(2):
    print(trainer.step(tf.ones((4, 2)), tf.zeros((4, 1))))
