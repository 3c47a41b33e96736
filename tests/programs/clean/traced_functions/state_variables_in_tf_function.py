# effect: ok
# beside: TFG412, TFG414
# tf.function with state variables: step counters, momentum and running statistics
import tensorflow as tf

tf.random.set_seed(49)


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.random.normal((3, 1)), name="w")
        self.b = tf.Variable(0.0)
        self.momentum = [tf.Variable(tf.zeros_like(v), trainable=False) for v in (self.w, self.b)]
        self.step = tf.Variable(0, dtype=tf.int64, trainable=False)
        self.running = tf.Variable(0.0, trainable=False)
        self.stats = tf.Variable(tf.zeros(3), trainable=False)

    def __call__(self, x):
        self.stats.assign(0.9 * self.stats + 0.1 * tf.reduce_mean(x, axis=0))
        return (x - self.stats) @ self.w + self.b

    @tf.function
    def train(self, x, y):
        self.step.assign_add(1)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x) - y))
            self.running.assign(0.9 * self.running + 0.1 * loss)
        grads = tape.gradient(loss, [self.w, self.b])
        lr = 0.1 / tf.sqrt(tf.cast(self.step, tf.float32))
        for m, g, v in zip(self.momentum, grads, (self.w, self.b)):
            m.assign(0.9 * m + g)
            v.assign_sub(lr * m)
        return loss


m = Model()
x, y = tf.random.normal((5, 3)), tf.random.normal((5, 1))
for _ in range(3):
    m.train(x, y)
print(int(m.step), float(m.running))
