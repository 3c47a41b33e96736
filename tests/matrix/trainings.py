"""Ways to train: `{before}`, `{inside}` and `{after}` the tape; `fit` has none of them."""

from __future__ import annotations

#: Models whose `input` and `output` Keras does not know.
OPAQUE_BUILDS = frozenset({"subclass", "subclass_with_functional"})

#: Code that runs step by step: what takes numbers out of TensorFlow cuts silently.
EAGER = {
    "script": """
{before}
with {tape} as tape:
    {inside}
{after}
grads = tape.gradient(loss, {sources})
optimizer.apply_gradients(zip(grads, {sources}))
""",
    "epochs": """
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(4)
for epoch in range(2):
    for step, (x, y) in enumerate(dataset):
        {before}
        with {tape} as tape:
            {inside}
        {after}
        gradients = tape.gradient(loss, {sources})
        optimizer.apply_gradients(zip(gradients, {sources}))
    print(epoch, float(loss))
""",
    "step_function": """
def train_step(x, y):
    {before}
    with {tape} as tape:
        {inside}
    {after}
    grads = tape.gradient(loss, {sources})
    optimizer.apply_gradients(zip(grads, {sources}))
    return loss


for _ in range(2):
    train_step(x, y)
""",
    "arguments": """
def train_step(model, optimizer, x, y):
    {before}
    with {tape} as tape:
        {inside}
    {after}
    variables = {sources}
    grads = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(grads, variables))
    return loss


def main():
    for i in range(2):
        train_step(model, optimizer, x, y)


if __name__ == "__main__":
    main()
""",
    "trainer": """
class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def step(self, x, y):
        model = self.model
        {before}
        with {tape} as tape:
            {inside}
        {after}
        grads = tape.gradient(loss, {sources})
        self.optimizer.apply_gradients(zip(grads, {sources}))
        return float(loss)

    def fit(self, x, y, epochs):
        return [self.step(x, y) for _ in range(epochs)]


Trainer(model, optimizer).fit(x, y, 2)
""",
    "gradient_function": """
def grad(x, y):
    {before}
    with {tape} as tape:
        {inside}
    {after}
    return loss, tape.gradient(loss, {sources})


loss, grads = grad(x, y)
optimizer.apply_gradients(zip(grads, {sources}))
""",
    "accumulation": """
total = None
for i in range(2):
    {before}
    with {tape} as tape:
        {inside}
    {after}
    grads = tape.gradient(loss, {sources})
    total = grads if total is None else [a + b for a, b in zip(total, grads)]
optimizer.apply_gradients(zip([g / 2.0 for g in total], {sources}))
""",
    "generator": """
def batches(count):
    for i in range(count):
        yield x[i : i + 4], y[i : i + 4]


for x, y in batches(2):
    {before}
    with {tape} as tape:
        {inside}
    {after}
    grads = tape.gradient(loss, {sources})
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, {sources}))
""",
    "two_optimizers": """
second = keras.optimizers.Adam(0.01)
{before}
with {tape} as tape:
    {inside}
{after}
variables = list({sources})
grads = tape.gradient(loss, variables)
optimizer.apply_gradients(zip(grads[:1], variables[:1]))
second.apply_gradients(zip(grads[1:], variables[1:]))
""",
}
TRACED = {
    "closure": """
def make_step(model, optimizer, loss_fn):
    @tf.function
    def step(x, y):
        {before}
        with {tape} as tape:
            {inside}
        {after}
        variables = {sources}
        grads = tape.gradient(loss, variables)
        optimizer.apply_gradients(zip(grads, variables))
        return loss

    return step


step = make_step(model, optimizer, loss_fn)
for _ in range(2):
    step(x, y)
""",
    "own_train_step": """
class Trained(keras.Model):
    def train_step(self, data):
        x, y = data
        model = self
        {before}
        with {tape} as tape:
            {inside}
        {after}
        grads = tape.gradient(loss, {sources})
        self.optimizer.apply_gradients(zip(grads, {sources}))
        return {"loss": loss}


model = Trained(inputs=model.input, outputs=model.output)
model.compile(optimizer=optimizer)
model.fit(x, y, epochs=1, verbose=0)
""",
    "tf_function": """
@tf.function
def train_step(x, y):
    {before}
    with {tape} as tape:
        {inside}
    {after}
    grads = tape.gradient(loss, {sources})
    optimizer.apply_gradients(zip(grads, {sources}))
    return loss


for _ in range(2):
    train_step(x, y)
""",
    "traced_method": """
class Trainer:
    def __init__(self, net, optimizer):
        self.net, self.optimizer = net, optimizer

    @tf.function
    def step(self, x, y):
        model = self.net
        {before}
        with {tape} as tape:
            {inside}
        {after}
        variables = {sources}
        grads = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(grads, variables))
        return loss


trainer = Trainer(model, optimizer)
for epoch in range(2):
    trainer.step(x, y)
""",
    "strategy": """
strategy = tf.distribute.get_strategy()


def replica_step(x, y):
    {before}
    with {tape} as tape:
        {inside}
    {after}
    grads = tape.gradient(loss, {sources})
    optimizer.apply_gradients(zip(grads, {sources}))
    return loss


@tf.function
def step(x, y):
    per_replica = strategy.run(replica_step, args=(x, y))
    return strategy.reduce(tf.distribute.ReduceOp.MEAN, per_replica, axis=None)


step(x, y)
""",
    "keras_train_step": """
class Wrapper(keras.Model):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def call(self, x):
        return self.net(x)

    def train_step(self, data):
        x, y = data
        model = self.net
        {before}
        with {tape} as tape:
            {inside}
        {after}
        grads = tape.gradient(loss, {sources})
        self.optimizer.apply_gradients(zip(grads, {sources}))
        return {"loss": loss}


wrapper = Wrapper(model)
wrapper.compile(optimizer=optimizer)
wrapper.fit(x, y, epochs=1, verbose=0)
""",
    "loss_scaling": """
scaled = keras.mixed_precision.LossScaleOptimizer(optimizer)


@tf.function
def train_step(x, y):
    {before}
    with {tape} as tape:
        {inside}
        scaled_loss = scaled.scale_loss({scaled})
    {after}
    grads = tape.gradient(scaled_loss, {sources})
    scaled.apply_gradients(zip(grads, {sources}))


train_step(x, y)
""",
}
FIT = {
    "fit": """
model.compile(optimizer=optimizer, loss=loss_fn)
model.fit(x, y, epochs=1, verbose=0)
""",
    "fit_dataset": """
model.compile(optimizer="adam", loss=loss_fn, metrics=["mae"])
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(4)
history = model.fit(dataset, epochs=1, verbose=0)
""",
    "train_on_batch": """
model.compile(optimizer, loss_fn)
for i in range(2):
    model.train_on_batch(x, y)
""",
}
