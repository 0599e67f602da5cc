"""Second Bull Run 1862: the rulebook, a chapter a file."""
