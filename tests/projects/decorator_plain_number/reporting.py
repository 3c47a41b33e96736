import functools


def plain_number(digits):
    """The result of a function, rounded for people."""

    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            value = float(function(*args, **kwargs))  # TFG203
            return round(value, digits)

        return wrapper

    return decorate
