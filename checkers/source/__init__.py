"""Reading C++, CUDA and Markdown: tokens, live code, conditions, names, markers, tables and sections."""
