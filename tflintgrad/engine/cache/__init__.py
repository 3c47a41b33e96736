"""Results of earlier runs, and the checks that tell whether they still hold.

storage          the cache folder, and the store that reads and writes its files
tool_stamp       identifies this tflintgrad, its tables and its Python
json_guards      parses JSON that may come from anywhere, and checks the types of its values
serialization    findings and verdicts to JSON, and back
relative_paths   paths relative to the project
run_cache        results of whole runs: if nothing changed, nothing is read or analysed
file_cache       what is known of single files: what they import, and whether they can matter
program_cache    results of single programs, with everything they depend on
analysis_cache   the file cache and the program cache of one run
cached_check     `check`, with all of that
"""
