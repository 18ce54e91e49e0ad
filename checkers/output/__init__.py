"""From a report to text: one module a format, nothing else."""
