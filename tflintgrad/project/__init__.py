"""Many files: discovery, module resolution, the import graph, and the prefilter."""
