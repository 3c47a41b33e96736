# effect: none
# the engine hands its state on as a Python list
import tensorflow as tf


class Body:
    def __init__(self, position, velocity, mass):
        self.position = position
        self.velocity = velocity
        self.mass = mass


class World:
    def __init__(self, dt=0.05, gravity=-9.81):
        self.dt = dt
        self.gravity = gravity
        self.bodies = []
        self.frames = []

    def add(self, body):
        self.bodies.append(body)
        return body

    def step(self):
        for body in self.bodies:
            acc = tf.constant([0.0, self.gravity])
            body.velocity = body.velocity + self.dt * acc
            body.position = body.position + self.dt * body.velocity

    def snapshot(self):
        return [b.position.numpy().tolist() for b in self.bodies]  # TFG201

    def run(self, steps):
        for _ in range(steps):
            self.step()
            self.frames.append(self.snapshot())
        return self.frames[-1]


class LaunchProblem:
    def __init__(self, target):
        self.target = tf.constant(target)
        self.throw = tf.Variable([1.0, 3.0])

    def miss_distance(self):
        world = World()
        world.add(Body(tf.constant([0.0, 0.0]), self.throw, 1.0))
        final = world.run(4)
        return tf.reduce_sum(tf.square(tf.constant(final[0]) - self.target))

    def gradient(self):
        with tf.GradientTape() as tape:
            miss = self.miss_distance()
        return miss, tape.gradient(miss, self.throw)


problem = LaunchProblem([1.0, 0.0])
print(problem.gradient())
