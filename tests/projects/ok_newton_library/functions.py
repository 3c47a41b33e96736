def rosenbrock(point):
    x, y = point[0], point[1]
    return (1.0 - x) ** 2 + 100.0 * (y - x**2) ** 2


def himmelblau(point, shift=0.0):
    x, y = point[0] + shift, point[1]
    return (x**2 + y - 11.0) ** 2 + (x + y**2 - 7.0) ** 2
