# effect: ok
# plots and exports are imported where they are used, and are full of NumPy
import tensorflow as tf

from curve import Curve


def show(curve, points):
    from plots import sparkline

    print(sparkline(curve(points)))


def export(curve, points):
    from export import as_rows

    return as_rows(curve, points)


def objective(curve, points, values):
    from penalties import roughness

    return tf.reduce_mean(tf.square(curve(points) - values)) + 0.01 * roughness(curve)


def main():
    points = tf.linspace(0.0, 1.0, 12)
    values = tf.sin(6.0 * points)
    curve = Curve(degree=4)
    for step in range(3):
        with tf.GradientTape() as tape:
            loss = objective(curve, points, values)
            show(curve, points)
        gradient = tape.gradient(loss, curve.coefficients)
        curve.coefficients.assign_sub(0.1 * gradient)
        print(step, float(loss))
    print(export(curve, points)[:2])


if __name__ == "__main__":
    main()
