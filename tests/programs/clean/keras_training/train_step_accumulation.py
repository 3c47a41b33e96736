# effect: ok
# beside: TFG520
# Gradient accumulation in train_step with variables and a conditional apply
import tensorflow as tf

tf.keras.utils.set_random_seed(95)


class Accumulating(tf.keras.Model):
    def __init__(self, net, n=2):
        super().__init__()
        self.net = net
        self.n = tf.constant(n, tf.int32)
        self.counter = tf.Variable(0, dtype=tf.int32, trainable=False)
        self.acc = [
            tf.Variable(tf.zeros(v.shape), trainable=False) for v in net.trainable_variables
        ]

    def call(self, x, training=False):
        return self.net(x, training=training)

    def train_step(self, data):
        x, y = data
        self.counter.assign_add(1)
        with tf.GradientTape() as tape:
            y_pred = self.net(x, training=True)
            loss = self.compute_loss(x=x, y=y, y_pred=y_pred)
        gradients = tape.gradient(loss, self.net.trainable_variables)
        for a, g in zip(self.acc, gradients):
            a.assign_add(g / tf.cast(self.n, g.dtype))
        if self.counter % self.n == 0:
            for v, a in zip(self.net.trainable_variables, self.acc):
                v.assign_sub(0.1 * a)
                a.assign(tf.zeros_like(a))
        return {"loss": loss}


m = Accumulating(tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)]))
m.compile("sgd", "mse", run_eagerly=True)
m.fit(tf.random.normal((8, 3)), tf.random.normal((8, 1)), batch_size=2, epochs=1, verbose=0)
print(int(m.counter))
