"""Ways to build `model`, from 4 features to 1 prediction; `{cut}` cuts the hidden value `h`."""

from __future__ import annotations

BUILDS = {
    "functional": """
inp = keras.Input((4,))
h = keras.layers.Dense(8, activation="tanh")(inp)
{cut}
model = keras.Model(inp, keras.layers.Dense(1)(h))
""",
    "keywords": """
inp = layers.Input(shape=(4,), name="features")
h = layers.Dense(units=8, activation="tanh")(inp)
{cut}
out = layers.Dense(units=1, name="prediction")(h)
model = tf.keras.models.Model(inputs=[inp], outputs=out, name="net")
""",
    "loop": """
inp = keras.Input((4,))
h = inp
for units in (8, 6, 8):
    h = keras.layers.Dense(units, activation="tanh")(h)
{cut}
model = keras.Model(inp, keras.layers.Dense(1)(h))
""",
    "residual": """
def block(v, units):
    inner = layers.Dense(units, activation="tanh")(v)
    inner = layers.Dense(units)(inner)
    return layers.add([v, inner])


inp = keras.Input((4,))
h = layers.Dense(8)(inp)
for _ in range(2):
    h = block(h, 8)
{cut}
model = keras.Model(inputs=inp, outputs=layers.Dense(1)(h))
""",
    "function": """
def build_model(width=8):
    inp = keras.Input((4,))
    h = keras.layers.Dense(width, activation="tanh")(inp)
    {cut}
    out = keras.layers.Dense(1)(h)
    return keras.Model(inp, out)


model = build_model()
""",
    "submodels": """
inp = keras.Input((4,))
encoder = keras.Model(inp, keras.layers.Dense(8, activation="tanh")(inp), name="encoder")
code = keras.Input((8,))
head = keras.Model(code, keras.layers.Dense(1)(code), name="head")
outer = keras.Input((4,))
h = encoder(outer)
{cut}
model = keras.Model(outer, head(h))
""",
    "get_layer": """
inp = keras.Input((4,))
v = keras.layers.Dense(8, activation="tanh", name="features")(inp)
backbone = keras.Model(inp, keras.layers.Dense(10)(v))
h = backbone.get_layer("features").output
{cut}
model = keras.Model(backbone.input, keras.layers.Dense(1)(h))
""",
    "layers_index": """
inp = keras.Input((4,))
v = keras.layers.Dense(8, activation="tanh")(inp)
backbone = keras.Model(inp, keras.layers.Dense(10)(v))
h = backbone.layers[-2].output
{cut}
model = keras.Model(backbone.inputs, keras.layers.Dense(1)(h))
""",
    "model_output": """
backbone = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, activation="tanh")])
h = backbone.output
{cut}
model = keras.Model(inputs=backbone.input, outputs=keras.layers.Dense(1)(h))
""",
    "custom_layer": """
class Scaled(keras.layers.Layer):
    def build(self, shape):
        self.scale = self.add_weight(shape=(8,), initializer="ones")

    def call(self, v):
        h = v * tf.nn.softplus(self.scale)
        {cut}
        return h


inp = keras.Input((4,))
h = Scaled()(keras.layers.Dense(8)(inp))
model = keras.Model(inp, keras.layers.Dense(1)(h))
""",
    "lambda_layer": """
def squash(h):
    {cut}
    return tf.tanh(h)


inp = keras.Input((4,))
v = keras.layers.Dense(8)(inp)
v = keras.layers.Lambda(squash)(v)
model = keras.Model(inp, keras.layers.Dense(1)(v))
""",
    "shared_layer": """
inp = keras.Input((4,))
shared = keras.layers.Dense(4, activation="tanh")
h = shared(shared(inp))
{cut}
model = keras.Model(inp, keras.layers.Dense(1)(h))
""",
    "functional_subclass": """
class Net(keras.Model):
    def __init__(self, width):
        inp = keras.Input((4,))
        h = keras.layers.Dense(width, activation="tanh")(inp)
        {cut}
        super().__init__(inputs=inp, outputs=keras.layers.Dense(1)(h))


model = Net(8)
""",
    "clone": """
inp = keras.Input((4,))
h = keras.layers.Dense(8, activation="tanh")(inp)
{cut}
model = keras.models.clone_model(keras.Model(inp, keras.layers.Dense(1)(h)))
""",
    "config": """
inp = keras.Input((4,))
h = keras.layers.Dense(8, activation="tanh")(inp)
{cut}
first = keras.Model(inp, keras.layers.Dense(1)(h))
config = first.get_config()
model = keras.Model.from_config(config)
""",
    "own_class": """
class Net(keras.Model):
    pass


inp = keras.Input((4,))
h = keras.layers.Dense(8, activation="tanh")(inp)
{cut}
model = Net(inp, keras.layers.Dense(1)(h), name="net")
""",
    "sequential_subclass": """
class Hidden(keras.layers.Layer):
    def call(self, h):
        {cut}
        return h


class Net(keras.Sequential):
    def __init__(self, width):
        super().__init__()
        self.add(keras.Input((4,)))
        self.add(keras.layers.Dense(width, activation="tanh"))
        self.add(Hidden())
        self.add(keras.layers.Dense(1))


model = Net(8)
""",
    "attention": """
def attend(v, heads=1):
    tokens = layers.Reshape((2, 4))(v)
    mixed = layers.MultiHeadAttention(heads, 4)(query=tokens, value=tokens)
    mixed = layers.LayerNormalization()(mixed + tokens)
    return layers.Flatten()(mixed)


inp = keras.Input((4,))
h = attend(layers.Dense(8)(inp))
{cut}
model = keras.Model(inp, layers.Dense(1)(h))
""",
    "skip_connection": """
inp = keras.Input((4,))
v = keras.layers.Dense(4, activation="tanh")(inp)
h = keras.layers.Concatenate()([v, v * 0.5])
{cut}
model = keras.Model(inp, keras.layers.Dense(1)(h))
""",
    "tf_ops": """
inp = keras.Input((4,))
v = keras.layers.Dense(8)(inp)
h = v * 2.0 + 1.0
{cut}
model = keras.Model(inp, keras.layers.Dense(1)(h[:, :4]))
""",
    "sequential": """
class Hidden(keras.layers.Layer):
    def call(self, h):
        {cut}
        return h


model = keras.Sequential([layers.Dense(8, activation="tanh"), Hidden(), layers.Dense(1)])
model.build((None, 4))
""",
    "sequential_add": """
inp = keras.Input((4,))
h = keras.layers.Dense(8, activation="tanh")(inp)
{cut}
inner = keras.Model(inp, h)
model = keras.Sequential()
model.add(inner)
model.add(keras.layers.Dense(1))
model.build((None, 4))
""",
    "subclass": """
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(8, activation="tanh")
        self.out = keras.layers.Dense(1)

    def call(self, v, training=False):
        h = self.hidden(v)
        {cut}
        return self.out(h)


model = Net()
model.build((None, 4))
""",
    "subclass_with_functional": """
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = self._encoder()
        self.out = keras.layers.Dense(1)

    def _encoder(self):
        inp = keras.Input((4,))
        h = keras.layers.Dense(8, activation="tanh")(inp)
        {cut}
        return keras.Model(inp, h)

    def call(self, v):
        return self.out(self.encoder(v))


model = Net()
model.build((None, 4))
""",
    "builder_class": """
class Builder:
    def __init__(self, units):
        self.units = units

    def hidden(self, v):
        for count in self.units:
            v = layers.Dense(count)(v)
            v = layers.LayerNormalization()(v)
            v = layers.Activation("tanh")(v)
        return v

    def build(self):
        inp = layers.Input((4,))
        h = self.hidden(inp)
        {cut}
        return tf.keras.Model(inp, layers.Dense(1)(h))


model = Builder([8, 8]).build()
""",
}
