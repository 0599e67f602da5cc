"""Bull Run (1983): the rulebook, a chapter a file."""
