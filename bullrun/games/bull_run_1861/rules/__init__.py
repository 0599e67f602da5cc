"""Bull Run 1861: the rulebook, a chapter a file."""
