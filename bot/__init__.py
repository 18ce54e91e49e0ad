"""What acts on a verdict: runs suites in a workspace, talks to the forge; imports checkers, never the reverse."""
