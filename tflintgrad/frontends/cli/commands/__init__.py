"""The commands: each module of this package is the command of its name.

A module declares `command`, a click command, and imports what that needs when it runs: `tflintgrad
--help` imports all of these modules.
"""
