def watch_all(tape, tensors):
    for tensor in tensors:
        tape.watch(tensor)


def start(tape):
    tape.__enter__()


def stop(tape):
    tape.__exit__(None, None, None)
