"""A run of the linter, from paths to the result of each file.

`check` finds the files, `entry_points` chooses the programs that reach them and runs each through
`analysis` (parse, build the graph, run the checks), `program_results` merges what they report, and
`assemble` makes the result of a file, which `output` renders.
"""
