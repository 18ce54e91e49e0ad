"""Reports of mutation runs: from their types to JSON and back, text, Markdown and JUnit, and nothing else."""
