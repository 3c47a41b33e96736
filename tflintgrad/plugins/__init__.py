"""Rules of other packages: what they may use (`v1`), and how they are loaded (`loading`).

A plugin imports the version that it was written for, `tflintgrad.plugins.v1`, and nothing else of
tflintgrad. A version does not change but for additions; a later one stands beside it.
"""
