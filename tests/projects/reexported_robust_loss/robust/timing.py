import functools
import time

_SECONDS = {}


def timed(function):
    """Add up how long a function takes."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        result = function(*args, **kwargs)
        name = function.__name__
        _SECONDS[name] = _SECONDS.get(name, 0.0) + time.perf_counter() - start
        return result

    return wrapper


def report():
    for name, seconds in sorted(_SECONDS.items()):
        print(f"{name}: {seconds:.3f} s")
