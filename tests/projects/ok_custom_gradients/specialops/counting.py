import functools


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        counted.calls[function.__name__] = counted.calls.get(function.__name__, 0) + 1
        return function(*args, **kwargs)

    return wrapper


counted.calls = {}
