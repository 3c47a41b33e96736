"""A run of the linter, from paths to the result of each file.

`check` is the door: paths and settings in, one result per file out. `check_on_disk` and
`check_in_memory` read files and texts. `analyze_by_tensorflow_version` has the programs analysed
that reach them, once for each TensorFlow version; `program_runner` divides these among processes,
and `analyze_program` parses one, builds its graph and runs the checks. `program_results` merges
what programs report, and `assemble_file_result` makes the result of a file, which `output` renders.
"""
