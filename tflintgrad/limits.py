"""The bounds of the analysis, and of what is read, kept and run for it.

Beyond a bound tflintgrad knows less and reports less: it never guesses
(`tests/robustness/test_lowered_limits.py` lowers every limit). Bounds count steps, values,
characters or bytes, so that a run says the same on every machine; only `TIME_LIMIT_SECONDS` is
about time.

Modules write `limits.MAX_…` and do not import the names, so that a test lowers a limit in one
place. mypyc compiles them to constants either way, because they are `Final`.
"""

from __future__ import annotations

from typing import Final

# --- Files ------------------------------------------------------------------------------------

#: Bytes of a file. Larger files are data, and reading them would only fill the memory.
MAX_FILE_BYTES: Final = 1 << 28
#: Bytes or characters of a program, some hundred thousand lines. A syntax tree takes several
#: hundred times the memory of its text.
MAX_CODE_BYTES: Final = 4_000_000
#: Bytes from which a notebook is mapped into memory instead of read: most of a large one is
#: pictures. Not less, because a mapped file that another process truncates ends this process.
MIN_MAPPED_BYTES: Final = 8 << 20
#: Bytes at the start of a file that may hold its encoding declaration, which Python wants in the
#: first two lines.
MAX_DECLARATION_BYTES: Final = 4096
#: Brackets within each other in a notebook's JSON; far beyond what `json`, and so Jupyter, reads.
MAX_JSON_DEPTH: Final = 1_000_000
#: Bytes of a key in a notebook; no key that is looked for is as long, even if all is escaped.
MAX_JSON_KEY_BYTES: Final = 200

# --- Syntax -----------------------------------------------------------------------------------

#: Brackets within each other. CPython accepts no more, and libcst would overflow its stack.
MAX_NESTING: Final = 200
#: Nodes that libcst copies while it parses one statement; it copies about a million in a second.
MAX_NODE_COPIES: Final = 10_000_000
#: Seconds of CPU time and bytes of address space in which another process must have parsed a text
#: that only libcst may accept.
MAX_PARSER_SECONDS: Final = 5
MAX_PARSER_BYTES: Final = 2 << 30
#: Characters of a statement whose expression may be too long for libcst; shorter ones cannot be.
MIN_LONG_CHARACTERS: Final = 3000
#: Dots in a name that a string writes, as annotations do; a longer one names nothing.
MAX_DOTTED_NAMES: Final = 60
#: Characters of a text that is parsed in one piece: with all of CPython's nodes at once, a large
#: program would take half as much memory again.
MAX_PIECE_CHARACTERS: Final = 100_000
#: Names, numbers, signs and (counted twice) rows of a text that is parsed in one piece, each of
#: which takes half a kilobyte of CPython's nodes: a table of data that long is not worth the
#: memory.
MAX_PIECE_TOKENS: Final = 600_000

#: Characters of a comment that are read for suppressions, and mistakes of one that are reported.
MAX_COMMENT_CHARACTERS: Final = 1000
MAX_COMMENT_MISTAKES: Final = 5

# --- Projects and configuration ---------------------------------------------------------------

#: Bytes of a configuration file; patterns that fill it take three seconds.
MAX_CONFIGURATION_BYTES: Final = 1 << 19
#: Files of a project that are read for the TensorFlow that it requires.
MAX_REQUIREMENT_FILES: Final = 20
#: Files of a folder that are read for signs of the Keras that they are for.
MAX_SURVEYED_FILES: Final = 300
#: Bytes at the end of a notebook in which its metadata is looked for.
MAX_NOTEBOOK_METADATA: Final = 1 << 13
#: Names in one dotted key of a configuration file; reading it takes the square of their number.
MAX_KEY_PARTS: Final = 64
#: Bytes of a `.gitignore`, and patterns in it. Patterns are matched with every file's name.
MAX_IGNORE_BYTES: Final = 1 << 18
MAX_IGNORE_PATTERNS: Final = 5000
#: Bytes of a baseline, a hundred thousand findings; reading takes 15 times as much memory.
MAX_BASELINE_BYTES: Final = 16 << 20
#: Folders of a project that are searched for programs: listing more takes seconds. In a larger
#: project only the programs that are named are analysed.
MAX_PROJECT_FOLDERS: Final = 20_000
#: Folders where nothing marks a project: that may be a home directory, which takes long to list.
MAX_UNMARKED_FOLDERS: Final = 500
#: Patterns that one with braces stands for: each pair of braces multiplies them.
MAX_PATTERN_ALTERNATIVES: Final = 1000
#: Length of one dimension of a configured input; a tensor with two longer ones takes over 40 GB.
MAX_INPUT_LENGTH: Final = 100_000
#: Aliases that lead to one op (tf.compat.v1.keras → tf.keras → keras); a longer chain is a loop.
MAX_ALIASES: Final = 6

# --- Work on one program ----------------------------------------------------------------------

#: Seconds of CPU time, unless `time-limit` is set; the largest public files take a tenth of it.
TIME_LIMIT_SECONDS: Final = 60.0
#: Bytes by which the memory of the process may grow for one program, where the system says how much
#: that is. A program of the size that is allowed seldom takes half of it.
MAX_PROGRAM_BYTES: Final = 600 << 20
#: Seconds between two looks at the memory: each takes some ten microseconds.
MEMORY_CHECK_SECONDS: Final = 0.02
#: Seconds that a process of a run may take longer than its program's time limit before it is ended.
GRACE_SECONDS: Final = 10.0
#: Steps between two looks at the clock: about two milliseconds.
STEPS_PER_CLOCK_CHECK: Final = 500
#: Values of a walk between two looks at the clock.
VALUES_PER_CLOCK_CHECK: Final = 256
#: Steps of the interpreter that any program may take: about two seconds, and twice as many as the
#: largest of 2,300 public files takes.
MIN_STEPS: Final = 300_000
#: Steps for each character of a larger program; public files take less than one.
STEPS_PER_CHARACTER: Final = 4
#: An entry function may take this part of the program's steps, and all of them together this many
#: times as many: one that is too much does not cost the others.
MAX_ENTRY_SHARES: Final = 2
#: Steps within which a function may be called any number of times.
MIN_STEPS_OF_REPETITION: Final = 200_000
#: Steps that a call of a layer, model or object counts: it does the work of as many expressions.
STEPS_PER_OBJECT_CALL: Final = 8
#: Calls of one function that are analysed beyond these steps; the next ones tell nothing new.
MAX_VISITS: Final = 16
#: Calls within each other; in 2,300 public files there are eight at most.
MAX_CALL_DEPTH: Final = 30
#: Calls within each other of one function's text, with another closure or receiver each: functions
#: with the same decorator, layers inside layers of their class.
MAX_NESTED_CALLS: Final = 4
#: Frames of Python's own stack, which grows with the calls and expressions that are followed.
MAX_PYTHON_FRAMES: Final = 12_000

# --- Work in imported modules -----------------------------------------------------------------

#: Steps in other modules of the project, before the program's first query and with one. Nearly all
#: of a project has nothing to do with a gradient; what a query depends on is worth more.
MAX_IMPORT_STEPS_BEFORE_QUERY: Final = 1000
MAX_IMPORT_STEPS: Final = 2500
#: Of them, steps for the body of the program, so that its functions have some left.
MAX_BODY_IMPORT_STEPS_BEFORE_QUERY: Final = 500
MAX_BODY_IMPORT_STEPS: Final = 2500
#: Of them, steps for one entry function, so that the others have some left.
MAX_ENTRY_IMPORT_STEPS_BEFORE_QUERY: Final = 250
MAX_ENTRY_IMPORT_STEPS: Final = 1000
#: Steps within which what matters is followed even so: what runs while a tape records, and the
#: methods of models and layers that make and call them. For the program, and one entry function.
MAX_RESERVED_IMPORT_STEPS: Final = 10_000
MAX_ENTRY_RESERVED_IMPORT_STEPS: Final = 4000
#: Characters of the modules that a program can import; with fewer, all these steps are multiplied,
#: so that a small project is followed to its end.
MAX_SMALL_PROJECT_CHARACTERS: Final = 100_000
#: The factor of the smallest projects.
MAX_BUDGET_SCALE: Final = 64
#: Modules that a program reads: those whose names it uses first.
MAX_MODULES: Final = 40
#: Of them, modules that are read once the steps above are spent: they tell what the classes are
#: that a query is about, even where functions are no longer followed.
MAX_LATE_MODULES: Final = 8

# --- Calls that are not analysed --------------------------------------------------------------

#: Names looked up in one run to know what such calls can reach; then only what they are given is.
MAX_LOOKUPS: Final = 1_000_000
#: Values that calls which are not analysed may reach, all calls together; in 765 public files they
#: reach 202 at most.
MAX_REACHED_VALUES: Final = 200_000
#: Names looked up for one call of a function of another module; the nearest come first.
MAX_LOOKUPS_PER_IMPORTED_CALL: Final = 200
#: Characters of a function so simple that following it is less work than modelling its effects.
MAX_TRIVIAL_CHARACTERS: Final = 200

# --- Values -----------------------------------------------------------------------------------

#: Items of a container that are known one by one; a longer literal is a table of data.
MAX_ITEMS: Final = 256
#: Items of a container and of all containers inside it, each as often as it occurs: forty lines
#: of `x = [x, x]` make more of them than atoms in a car. Beyond that an item is an unknown value.
MAX_NESTED_ITEMS: Final = 10_000
#: Of each so many items of a container inside another one counts twice: that allows some sixty
#: containers one in the other, and walks through them recurse.
MIN_EXTENT_PER_LEVEL: Final = 8
#: The same for containers that are put into others by writes such as `x.append(y)`, of which those
#: that hold x do not know.
MAX_NESTED_WRITES: Final = 30
#: Lists, dicts and φ-nodes one in the other that are looked through for the sources of a query.
MAX_SOURCE_DEPTH: Final = 20
#: Elements of a container whose kinds are compared; further ones are taken to be like these.
MAX_JOINED_ELEMENTS: Final = 64
#: Items of a list that is repeated (`[0.0] * 3`) and still known one by one.
MAX_REPEATED_ITEMS: Final = 16
#: Characters of a text, and bits of a number, with which a constant is computed.
MAX_FOLDED_CHARACTERS: Final = 1000
MAX_FOLDED_BITS: Final = 64
#: Values that a φ-node is taken apart into; each is another call to follow.
MAX_ALTERNATIVES: Final = 4
#: The same for the source of a query, where each may be the one that gets no gradient.
MAX_SOURCE_ALTERNATIVES: Final = 16
#: The same for lists of weights that are added up, one for each of a program's models.
MAX_WEIGHT_ALTERNATIVES: Final = 64
#: Layers or functions of a list that a loop applies one by one; more are taken together.
MAX_UNROLLED: Final = 6
#: Results of a comprehension or a mapped function that are computed one by one.
MAX_RESULTS: Final = 8
#: Values between the inputs and outputs of a functional model that each of its calls computes one
#: by one; a larger model is one value.
MAX_TEMPLATE_VALUES: Final = 1500
#: Classes that are tried in the place of an abstract one.
MAX_OVERRIDES: Final = 4
#: Classes that inherit from each other; the time for an order of methods grows with their cube.
MAX_CLASS_DEPTH: Final = 60
#: Objects inside each other that `copy.deepcopy` copies; beyond, an object stands for its copy.
MAX_COPIED_OBJECTS: Final = 100
#: Derivatives of derivatives whose curvature is known; each one more takes twice the time.
MAX_DERIVATIVES: Final = 4

# --- Walks through the graph ------------------------------------------------------------------

#: Values behind a query. A walk that finds more proves nothing rather than taking forever.
MAX_QUERY_VALUES: Final = 20_000
#: Values behind all queries of a program together: every check looks at them for every query.
#: Nothing is claimed about the queries beyond; public programs have 40 queries at most.
MAX_VALUES_OF_ALL_QUERIES: Final = 300_000
#: Values behind what may be a running total: a loop's whole body.
MAX_TOTAL_VALUES: Final = 5000
#: Values of any other walk, unless the walk is for what is near.
MAX_WALK_VALUES: Final = 2000
#: Values that belong to one expression or update and its arguments.
MAX_NEAR_VALUES: Final = 500
#: Values of one short expression.
MAX_CLOSE_VALUES: Final = 200
#: Values of one formula in which a check looks for a pattern.
MAX_PATTERN_VALUES: Final = 60
#: Steps from a value back through its inputs by which one of its properties is followed.
MAX_PROPERTY_STEPS: Final = 40
#: The same, of a property that may depend on several inputs of each step.
MAX_PATTERN_STEPS: Final = 12
#: Steps of two computations that are compared; each step may double the pairs.
MAX_COMPARED_STEPS: Final = 6
#: Steps from a value to its users, or into a container, that a check takes.
MAX_NEAR_STEPS: Final = 4
#: Lists in each other whose items are looked at: a list may contain itself.
MAX_NESTED_LISTS: Final = 12
#: Times that the shapes in a loop are computed before they are unknown.
MAX_SHAPE_ROUNDS: Final = 4
#: Times that the curvature in a loop is computed; a value can rise once per level each time.
MAX_CURVATURE_PASSES: Final = 8

# --- Checks -----------------------------------------------------------------------------------

#: Values in all walks that one check keeps for the next; a set of a million takes some 60 MB.
MAX_REMEMBERED_VALUES: Final = 1_000_000
#: Terms of one sum that are compared with each other.
MAX_TERMS: Final = 12
#: Values one behind the other that are followed for the numbers of a literal.
MAX_LITERAL_DEPTH: Final = 40
#: Numbers of a literal that are looked at for a singular point.
MAX_LITERAL_NUMBERS: Final = 64
#: Ambiguous calls on one path that are told apart; each doubles the ways a program can go.
MAX_CHOICES: Final = 8
#: Values that are looked at to tell choices apart, for all queries of a program together.
MAX_VALUES_OF_ALL_CHOICES: Final = 60_000
#: Items of a list that a message names one by one.
MAX_SHOWN_ITEMS: Final = 4
#: Characters of the operands that a help repeats from the program; longer ones stay unnamed.
MAX_OPERAND_CHARACTERS: Final = 40
#: Lines that a finding shows of its fix; a diff shows more.
MAX_SHOWN_FIX_LINES: Final = 2
#: Steps of the path that a finding has; of a longer one, its ends.
MAX_PATH_STEPS: Final = 200
#: Steps that `full` shows without `--max-path-steps`: more do not fit on a screen.
MAX_SHOWN_PATH_STEPS: Final = 12
#: Entries of a Jacobian that is worth a second thought: 4 MB of float32.
LARGE_JACOBIAN_ENTRIES: Final = 1_000_000
#: Words, signs and rows of a file that is fixed: a fix parses it anew with all its trivia, which
#: takes 50 microseconds and four kilobytes for each. Public files have 50,000 at most.
MAX_FIXED_TOKENS: Final = 80_000
#: Times that all files are fixed: one fix makes room for another, and two could undo each other.
MAX_FIX_PASSES: Final = 10
#: Statements above a tape that a fix moves into its block; an edit of more is hard to read.
MAX_MOVED_STATEMENTS: Final = 4
#: Names between an update and the query whose result it uses.
MAX_NAMES_TO_QUERY: Final = 4

# --- Memory and processes ---------------------------------------------------------------------

#: Characters of parsed modules that all processes together keep; a tree takes some fifty times as
#: much memory as its text.
MAX_TREE_CHARACTERS: Final = 2_400_000
#: Characters of parsed modules for each process; with less, it would parse the same ones again and
#: again.
MIN_TREE_CHARACTERS: Final = 400_000
#: Characters of opened notebooks that are kept.
MAX_NOTEBOOK_CHARACTERS: Final = 1_000_000
#: Bytes of code without strings and comments that are kept: a file's are needed close together.
MAX_STRIPPED_BYTES: Final = 4_000_000
#: Processes; Windows waits for no more at once.
MAX_PROCESSES: Final = 60

# --- Caches -----------------------------------------------------------------------------------

#: Runs whose results are kept: a project is checked in a few ways, again and again.
MAX_CACHED_RUNS: Final = 16
#: Files that a run did not look at and that stay in the cache; a project that loses files would
#: otherwise be remembered with all it ever had.
MAX_CACHED_UNUSED_FILES: Final = 20_000
#: Characters about programs that a run had no use for.
MAX_CACHED_UNUSED_CHARACTERS: Final = 16_000_000
#: Verdicts of `verify`, in a file each.
MAX_CACHED_VERDICTS: Final = 5000
#: Bytes of one cache file. That of a project of 650,000 lines has 20 MB; a larger one is not ours.
MAX_CACHE_FILE_BYTES: Final = 64 << 20

# --- Language server ---------------------------------------------------------------------------

#: Bytes of a message of an editor, which holds one text at most, and of a line of its header.
MAX_MESSAGE_BYTES: Final = 64 << 20
MAX_HEADER_BYTES: Final = 4096

# --- Diagrams ---------------------------------------------------------------------------------

#: Boxes of a diagram; more do not fit on a screen.
MAX_BOXES: Final = 12
#: Sources of a diagram; of more, those are one box whose gradients fare alike.
MAX_DRAWN_SOURCES: Final = 3
#: Names in a caption; the rest is a number.
MAX_CAPTION_NAMES: Final = 3

# --- Verification -----------------------------------------------------------------------------

#: Programs that are run for a finding in a module which they import.
MAX_PROGRAMS_PER_FINDING: Final = 3
#: Observations of a flagged query after which a run is cut off: a training loop repeats itself.
ENOUGH_OBSERVATIONS: Final = 4
#: Observations of one line that are reported; training loops have thousands.
MAX_OBSERVATIONS_PER_LINE: Final = 8
#: Bytes of a report that the worker's child may send.
MAX_REPORT_BYTES: Final = 64 << 20
#: Frames of the user's code for each observation.
MAX_OBSERVED_FRAMES: Final = 12
#: Bytes of detached values that are recorded, to be replayed in a perturbed run.
MAX_DETACHED_BYTES: Final = 4 << 20
#: Applications of gradients that are recorded, and entries of an array of theirs.
MAX_APPLICATIONS: Final = 16
MAX_APPLIED_ENTRIES: Final = 4096
#: How many variables of a run are watched for changes.
MAX_OBSERVED_WEIGHTS: Final = 4096
#: Outputs whose gradients are computed one by one.
MAX_OUTPUTS: Final = 64
#: Files beside a program that are linked into its working directory.
MAX_LINKED_FILES: Final = 100
#: Bytes of a file that is known by its content; a larger one by its size and time.
MAX_DIGESTED_BYTES: Final = 1 << 20

#: Files of a test's own functions that are checked when `assert_gradients` fails.
MAX_LINTED_FILES: Final = 20
#: Findings that its message quotes: more would not help the reader.
MAX_QUOTED_FINDINGS: Final = 5

# --- Reproductions ----------------------------------------------------------------------------

#: Lines of a slice that is preferred to a program made from the path alone.
MAX_PREFERRED_LINES: Final = 30
#: Lines of any slice; a longer one is not a small program.
MAX_SLICE_LINES: Final = 80
#: Lines of code that are reduced; each try analyses all of them.
MAX_REDUCED_LINES: Final = 600
#: Texts that are analysed in order to find a smaller one.
MAX_REDUCTION_TRIES: Final = 500
#: Smaller texts that TensorFlow runs, and the seconds after which no other is tried.
MAX_REDUCTION_RUNS: Final = 40
MAX_REDUCTION_SECONDS: Final = 60.0
#: Modules of a project that are written into one program.
MAX_INLINED_MODULES: Final = 30
#: Values behind one that may be related to the path.
MAX_RELATED_VALUES: Final = 400
#: Values beside the path that are copied; more are replaced by a placeholder.
MAX_COPIED_VALUES: Final = 12
#: Expressions within each other that are written.
MAX_EXPRESSION_DEPTH: Final = 60
