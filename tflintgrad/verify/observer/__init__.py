"""Code that both observers of gradient queries share.

One observer runs in the sandboxed worker (`verify.worker.query_observer`) and records every number;
the other runs in the user's own command (`in_process`) and must cost next to nothing.

The package is also loaded by path into whatever Python the command runs (see
`verify/user_command/hook/sitecustomize.py`), where tflintgrad need not be installed. So its modules
use relative imports, Python 3.9, its standard library, and the TensorFlow that is loaded already.
"""
