"""The Day Was Ours: what bots know."""
