"""Red-first mutation tables: deliberate breaks, applied one at a time and judged by exactly what they turn red."""
