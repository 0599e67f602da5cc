"""Bull Run (1983): what bots know."""
