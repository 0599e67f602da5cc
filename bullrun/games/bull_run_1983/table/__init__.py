"""Bull Run (1983): what players see."""
