"""What runs beside a suite's command in a small process of its own: it isolates the command and ends all of it."""
